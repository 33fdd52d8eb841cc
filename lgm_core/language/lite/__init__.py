"""The default language backend: English, pure Python, with perceptron models that ship with the package."""
