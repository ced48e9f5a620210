#include "COpenCVPeer.h"

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect.hpp>

#include <vector>

namespace {

template <typename Body>
bool guarded(Body body) {
  try {
    cv::setNumThreads(1);
    body();
    return true;
  } catch (...) {
    return false;
  }
}

// OpenCV has no view of bytes that it must not write to.
cv::Mat view(const uint8_t *bytes, size_t stride, int width, int height, int type) {
  return cv::Mat(height, width, type, const_cast<uint8_t *>(bytes), stride);
}

}  // namespace

bool opencv_peer_bgra_to_luma(
    const uint8_t *bgra, size_t stride, uint8_t *luma, size_t luma_stride, int width, int height) {
  return guarded([=] {
    cv::Mat target = view(luma, luma_stride, width, height, CV_8UC1);
    cv::cvtColor(view(bgra, stride, width, height, CV_8UC4), target, cv::COLOR_BGRA2GRAY);
  });
}

bool opencv_peer_yuyv_to_luma(
    const uint8_t *yuyv, size_t stride, uint8_t *luma, size_t luma_stride, int width, int height) {
  return guarded([=] {
    cv::Mat target = view(luma, luma_stride, width, height, CV_8UC1);
    cv::cvtColor(view(yuyv, stride, width, height, CV_8UC2), target, cv::COLOR_YUV2GRAY_YUY2);
  });
}

bool opencv_peer_nv12_to_bgra(
    const uint8_t *luma, size_t luma_stride, const uint8_t *chroma, size_t chroma_stride, uint8_t *bgra, size_t stride,
    int width, int height) {
  return guarded([=] {
    cv::Mat target = view(bgra, stride, width, height, CV_8UC4);
    cv::cvtColorTwoPlane(
        view(luma, luma_stride, width, height, CV_8UC1), view(chroma, chroma_stride, width / 2, height / 2, CV_8UC2),
        target, cv::COLOR_YUV2BGRA_NV12);
  });
}

bool opencv_peer_focus_peaking(
    const uint8_t *bgra, size_t stride, uint8_t *target, size_t target_stride, int width, int height, int threshold) {
  // A program that processes a stream allocates memory once.
  static cv::Mat luma, across, down, absolute_across, absolute_down, magnitude, mask;
  return guarded([=] {
    const cv::Mat source = view(bgra, stride, width, height, CV_8UC4);
    cv::Mat result = view(target, target_stride, width, height, CV_8UC4);
    cv::cvtColor(source, luma, cv::COLOR_BGRA2GRAY);
    cv::Sobel(luma, across, CV_16S, 1, 0);
    cv::Sobel(luma, down, CV_16S, 0, 1);
    cv::convertScaleAbs(across, absolute_across);
    cv::convertScaleAbs(down, absolute_down);
    cv::addWeighted(absolute_across, 0.5, absolute_down, 0.5, 0, magnitude);
    cv::threshold(magnitude, mask, threshold, 255, cv::THRESH_BINARY);
    source.copyTo(result);
    result.setTo(cv::Scalar(0, 0, 255, 255), mask);
  });
}

bool opencv_peer_grey(uint8_t *bgra, size_t stride, int width, int height) {
  static cv::Mat luma;
  return guarded([=] {
    cv::Mat picture = view(bgra, stride, width, height, CV_8UC4);
    cv::cvtColor(picture, luma, cv::COLOR_BGRA2GRAY);
    cv::cvtColor(luma, picture, cv::COLOR_GRAY2BGRA);
  });
}

bool opencv_peer_decode(const uint8_t *bytes, size_t count, bool to_luma) {
  return guarded([=] {
    const cv::Mat data(1, static_cast<int>(count), CV_8UC1, const_cast<uint8_t *>(bytes));
    const cv::Mat picture = cv::imdecode(data, cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
    CV_Assert(!picture.empty());
    cv::Mat luma;
    if (to_luma) cv::cvtColor(picture, luma, cv::COLOR_BGR2GRAY);
  });
}

struct opencv_peer_cascade {
  cv::CascadeClassifier classifier;
};

opencv_peer_cascade *opencv_peer_cascade_open(const char *path) {
  opencv_peer_cascade *cascade = nullptr;
  const bool is_decoded = guarded([&] {
    cascade = new opencv_peer_cascade;
    CV_Assert(cascade->classifier.load(path));
  });
  if (is_decoded) return cascade;
  delete cascade;
  return nullptr;
}

void opencv_peer_cascade_close(opencv_peer_cascade *cascade) { delete cascade; }

int opencv_peer_count_faces(
    opencv_peer_cascade *cascade, const uint8_t *luma, size_t stride, int width, int height, int smallest) {
  int count = -1;
  guarded([&] {
    std::vector<cv::Rect> faces;
    cascade->classifier.detectMultiScale(
        view(luma, stride, width, height, CV_8UC1), faces, 1.1, 3, 0, cv::Size(smallest, smallest));
    count = static_cast<int>(faces.size());
  });
  return count;
}

int opencv_peer_find_codes(const uint8_t *luma, size_t stride, int width, int height) {
  int count = 0;
  const bool isDone = guarded([&] {
    cv::QRCodeDetector detector;
    std::vector<cv::Point2f> corners;
    if (detector.detectMulti(view(luma, stride, width, height, CV_8UC1), corners)) count = (int)corners.size() / 4;
  });
  return isDone ? count : -1;
}
