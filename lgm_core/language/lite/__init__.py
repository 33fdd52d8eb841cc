"""The default language backend: English in pure Python, with perceptron models that ship with the package."""
