"""A real browser without a window: Chromium, driven by its own driver (Debian: chromium and chromium-driver)."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from lgm_core.pages.page import Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")

DESKTOP = (1280, 800)
PHONE = (390, 844)


def missing() -> str:
    """Say what is missing for tests in a browser; empty when all is there."""
    if not any(map(shutil.which, NAMES)):
        return "no Chromium (make browser installs it on Debian and Ubuntu)"
    return "" if shutil.which("chromedriver") else "no chromedriver (make browser installs it on Debian and Ubuntu)"


class Browser:
    """A browser that shows one page at a time; `folder` holds the files that it opens."""

    def __init__(self, folder: Path) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = next(filter(None, map(shutil.which, NAMES)))
        for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--enable-unsafe-swiftshader"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self._folder = folder
        self.driver = webdriver.Chrome(options, Service(shutil.which("chromedriver")))

    def open(self, page: Page | str, size: tuple[int, int] = DESKTOP, *, dark: bool = False) -> None:
        """Show a page, or an address, in a window of a size; what was logged before is forgotten."""
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        theme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": theme})
        self.driver.get_log("browser")
        self.driver.get(page if isinstance(page, str) else page.save(self._folder / "page.html").as_uri())

    def find(self, selector: str) -> WebElement:
        """Return the first element that a CSS selector names."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        """Return all elements that a CSS selector names."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def run(self, script: str, *values: object) -> Any:
        """Return what a script returns in the page; `values` are its `arguments`."""
        return self.driver.execute_script(script, *values)

    def wait_for(self, script: str, seconds: float = 20) -> Any:
        """Return what a script returns in the page as soon as that is true."""
        return WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(lambda _: self.run(script))

    def log(self) -> list[str]:
        """Return what the page has logged since it was opened: errors, and what its policy did not let through."""
        return [json.dumps(entry["message"]) for entry in self.driver.get_log("browser")]

    def is_wider_than_window(self) -> bool:
        """Tell whether the page has to be moved sideways to be read."""
        return self.run("return document.documentElement.scrollWidth > innerWidth")

    def screenshot(self, path: Path) -> None:
        """Write what is to be seen as PNG."""
        self.driver.save_screenshot(str(path))

    def close(self) -> None:
        """End the browser."""
        self.driver.quit()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Return a browser for all tests of a worker process; without Chromium they are skipped."""
    if why := missing():
        pytest.skip(f"no browser: {why}")
    browser = Browser(tmp_path_factory.mktemp("pages"))
    yield browser
    browser.close()
