"""What the cameras see, in millimetres."""

import os

# Windows: opening a camera takes 12 s with hardware transforms (opencv#17687); must stand before cv2 is loaded
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
