#include <vector>

#include <opencv2/imgproc.hpp>
#include <opencv2/video/tracking.hpp>

#include "fence.h"

bool copencv_sample(
    copencv_picture source, const double map[6], uint8_t *target, size_t target_bytes_per_row, int32_t target_width,
    int32_t target_height, copencv_error *error) {
  return copencv::catchingExceptions(error, false, [=] {
    const cv::Mat matrix(2, 3, CV_64F, const_cast<double *>(map));
    cv::Mat output = copencv::view(copencv_picture{target, target_bytes_per_row, target_width, target_height});
    cv::warpAffine(
        copencv::view(source), output, matrix, output.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
        cv::BORDER_REPLICATE);
    return true;
  });
}

bool copencv_flow(
    copencv_picture before, copencv_picture after, const copencv_point *from, copencv_point *to, bool *is_found,
    size_t count, int32_t window, int32_t levels, copencv_error *error) {
  return copencv::catchingExceptions(error, false, [=] {
    if (count == 0) return true;
    std::vector<cv::Point2f> starts, ends;
    for (size_t index = 0; index < count; index++) {
      starts.emplace_back(from[index].x, from[index].y);
      ends.emplace_back(to[index].x, to[index].y);
    }
    std::vector<uchar> status;
    const cv::TermCriteria enough(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 12, 0.03);
    cv::calcOpticalFlowPyrLK(
        copencv::view(before), copencv::view(after), starts, ends, status, cv::noArray(), cv::Size(window, window),
        levels, enough, cv::OPTFLOW_USE_INITIAL_FLOW);
    for (size_t index = 0; index < count; index++) {
      to[index] = {ends[index].x, ends[index].y};
      is_found[index] = status[index] != 0;
    }
    return true;
  });
}
