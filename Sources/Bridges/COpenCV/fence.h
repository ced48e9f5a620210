// Functions that convert OpenCV's exceptions to error messages.
#ifndef OPENCAPTURE_COPENCV_FENCE_H
#define OPENCAPTURE_COPENCV_FENCE_H

#include <cstdio>
#include <exception>
#include <mutex>

#include "include/COpenCV.h"

#include <opencv2/core.hpp>

namespace copencv {

inline void report(copencv_error *error, const char *message) {
  if (error) std::snprintf(error->message, sizeof error->message, "%s", message);
}

// Calls `body` and returns its result. If it throws, reports the message and returns `failure`.
template <typename Result, typename Body>
Result catchingExceptions(copencv_error *error, Result failure, Body body) noexcept {
  try {
    return body();
  } catch (const cv::Exception &exception) {
    report(error, exception.err.empty() ? exception.what() : exception.err.c_str());
  } catch (const std::exception &exception) {
    report(error, exception.what());
  } catch (...) {
    report(error, "unknown exception in OpenCV");
  }
  return failure;
}

// Lets OpenCV use only the calling thread. The pictures are small, and the caller knows best how to use other cores.
inline void useOneThread() {
  static std::once_flag once;
  std::call_once(once, [] { cv::setNumThreads(1); });
}

// Creates a matrix on the memory of a picture. OpenCV has no read-only view, hence the cast.
inline cv::Mat view(const copencv_picture &picture) {
  CV_Assert(picture.bytes && picture.width > 0 && picture.height > 0);
  CV_Assert(picture.bytes_per_row >= static_cast<size_t>(picture.width));
  return cv::Mat(picture.height, picture.width, CV_8UC1, const_cast<uint8_t *>(picture.bytes), picture.bytes_per_row);
}

}  // namespace copencv

#endif
