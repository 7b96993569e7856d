"""A window for `render_mode="human"`, drawn by pygame."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from budge.puzzles import BadInput


class Window:
    """Shows pictures at a steady rate."""

    def __init__(self, fps: int) -> None:
        try:
            import pygame
        except ImportError:
            raise BadInput("a window needs more than is installed: pip install 'budge[gym-window]'") from None
        self.pygame: Any = pygame
        self.fps = fps
        pygame.display.init()
        self.clock = pygame.time.Clock()

    def show(self, picture: NDArray[np.uint8]) -> None:
        height, width, _ = picture.shape
        surface = self.pygame.display.get_surface()
        if surface is None or surface.get_size() != (width, height):
            surface = self.pygame.display.set_mode((width, height))
        surface.blit(self.pygame.surfarray.make_surface(picture.swapaxes(0, 1)), (0, 0))
        self.pygame.event.pump()
        self.pygame.display.update()
        self.clock.tick(self.fps)

    def close(self) -> None:
        self.pygame.display.quit()
