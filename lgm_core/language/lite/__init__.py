"""The default language backend: English by perceptron models that the package includes."""
