"""What the cameras see, in millimetres."""

import os

# Windows: opening a camera takes 12 s with hardware transforms (opencv#17687); must stand before cv2 is loaded
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
# what goes wrong with a camera is told in our words, not in OpenCV's
os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
# nor in those of FFmpeg inside it, which writes past Python's stderr (-8: quiet)
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
