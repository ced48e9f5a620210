#include <cmath>
#include <memory>
#include <vector>

#include "fence.h"

// Since OpenCV 5, cascades are in a separate module of the contrib repository.
#if __has_include(<opencv2/xobjdetect.hpp>) && CV_VERSION_MAJOR >= 5
#include <opencv2/xobjdetect.hpp>
#else
#include <opencv2/objdetect.hpp>
#endif

struct copencv_cascade {
  cv::CascadeClassifier classifier;
  std::vector<cv::Rect> found;
  std::vector<copencv_rect> windows;
};

const char *copencv_version(void) { return CV_VERSION; }

copencv_cascade *copencv_cascade_open(const char *path, copencv_error *error) {
  return copencv::catchingExceptions<copencv_cascade *>(error, nullptr, [=]() -> copencv_cascade * {
    copencv::useOneThread();
    auto cascade = std::make_unique<copencv_cascade>();
    if (!cascade->classifier.load(path) || cascade->classifier.empty()) {
      copencv::report(error, "the file is not a cascade");
      return nullptr;
    }
    return cascade.release();
  });
}

void copencv_cascade_close(copencv_cascade *cascade) {
  copencv::catchingExceptions<bool>(nullptr, false, [=] {
    delete cascade;
    return true;
  });
}

int32_t copencv_cascade_window(const copencv_cascade *cascade) {
  return copencv::catchingExceptions<int32_t>(
      nullptr, 0, [=] { return cascade->classifier.getOriginalWindowSize().width; });
}

bool copencv_cascade_scan(
    copencv_cascade *cascade, copencv_picture picture, double step, int32_t smallest, int32_t largest,
    void (*take)(void *context, const copencv_rect *windows, size_t count), void *context, copencv_error *error) {
  return copencv::catchingExceptions(error, false, [=] {
    CV_Assert(cascade && take && std::isfinite(step) && step > 1 && smallest > 0 && largest >= smallest);
    // With minNeighbors 0, OpenCV neither groups nor drops windows.
    cascade->classifier.detectMultiScale(
        copencv::view(picture), cascade->found, step, 0, 0, cv::Size(smallest, smallest), cv::Size(largest, largest));
    cascade->windows.clear();
    for (const cv::Rect &rect : cascade->found) {
      cascade->windows.push_back({rect.x, rect.y, rect.width, rect.height});
    }
    if (!cascade->windows.empty()) take(context, cascade->windows.data(), cascade->windows.size());
    return true;
  });
}
