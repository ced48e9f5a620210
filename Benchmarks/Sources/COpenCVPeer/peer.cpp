#include "COpenCVPeer.h"

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

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
    const uint8_t *luma, size_t luma_stride, const uint8_t *chroma, size_t chroma_stride, uint8_t *bgra,
    size_t stride, int width, int height) {
  return guarded([=] {
    cv::Mat target = view(bgra, stride, width, height, CV_8UC4);
    cv::cvtColorTwoPlane(
        view(luma, luma_stride, width, height, CV_8UC1),
        view(chroma, chroma_stride, width / 2, height / 2, CV_8UC2), target, cv::COLOR_YUV2BGRA_NV12);
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
