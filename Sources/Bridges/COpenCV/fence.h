// What keeps OpenCV's exceptions inside.
#ifndef OPENCAPTURE_COPENCV_FENCE_H
#define OPENCAPTURE_COPENCV_FENCE_H

#include <cstdio>
#include <exception>

#include "include/COpenCV.h"

#include <opencv2/core.hpp>

namespace copencv {

inline void report(copencv_error *error, const char *message) {
  if (error) std::snprintf(error->message, sizeof error->message, "%s", message);
}

// Runs `body` and gives what it returns; where it throws, reports why and gives `failure`.
template <typename Result, typename Body>
Result fenced(copencv_error *error, Result failure, Body body) noexcept {
  try {
    return body();
  } catch (const cv::Exception &exception) {
    report(error, exception.err.empty() ? exception.what() : exception.err.c_str());
  } catch (const std::exception &exception) {
    report(error, exception.what());
  } catch (...) {
    report(error, "OpenCV threw something unknown");
  }
  return failure;
}

// A picture as OpenCV sees it, in the same memory: it has no view of bytes that must not be written to.
inline cv::Mat view(const copencv_picture &picture) {
  CV_Assert(picture.bytes && picture.width > 0 && picture.height > 0);
  CV_Assert(picture.bytes_per_row >= static_cast<size_t>(picture.width));
  return cv::Mat(picture.height, picture.width, CV_8UC1, const_cast<uint8_t *>(picture.bytes), picture.bytes_per_row);
}

}  // namespace copencv

#endif
