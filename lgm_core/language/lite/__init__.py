"""The default language backend: English in pure Python, with perceptron models included in the package."""
