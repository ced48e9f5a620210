#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect/face.hpp>

#include "fence.h"

namespace {

constexpr float overlap_limit = 0.3f;
constexpr int most_faces = 5000;
constexpr std::array<int, 3> strides = {8, 16, 32};

// The files of YuNet since 2023 have four outputs per stride.
const std::vector<cv::String> output_names = {"cls_8",  "cls_16",  "cls_32",  "obj_8", "obj_16", "obj_32",
                                              "bbox_8", "bbox_16", "bbox_32", "kps_8", "kps_16", "kps_32"};

bool has(const std::vector<cv::String> &names, const cv::String &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

struct copencv_network {
  // A file of 2023 or later, decoded here; or one of 2022, whose decoding OpenCV includes.
  cv::dnn::Net net;
  cv::Ptr<cv::FaceDetectorYN> detector;
  std::vector<copencv_face> faces;

  void detect(const cv::Mat &picture, float score) {
    faces.clear();
    if (detector) {
      detectWithDetector(picture, score);
    } else {
      detectWithNet(picture, score);
    }
  }

 private:
  void detectWithDetector(const cv::Mat &picture, float score) {
    detector->setInputSize(picture.size());
    detector->setScoreThreshold(score);
    cv::Mat rows;
    detector->detect(picture, rows);
    CV_Assert(rows.empty() || (rows.cols == 15 && rows.type() == CV_32F));
    for (int index = 0; index < rows.rows; index++) {
      const float *row = rows.ptr<float>(index);
      copencv_face face = {row[0], row[1], row[2], row[3], row[14], {}};
      for (int point = 0; point < 5; point++) face.landmarks[point] = {row[4 + 2 * point], row[5 + 2 * point]};
      faces.push_back(face);
    }
  }

  // Each cell of each stride's grid predicts one face, relative to the cell.
  void detectWithNet(const cv::Mat &picture, float score) {
    const int width = (picture.cols + 31) / 32 * 32;
    const int height = (picture.rows + 31) / 32 * 32;
    cv::Mat padded;
    cv::copyMakeBorder(
        picture, padded, 0, height - picture.rows, 0, width - picture.cols, cv::BORDER_CONSTANT, cv::Scalar());
    net.setInput(cv::dnn::blobFromImage(padded));
    std::vector<cv::Mat> outputs;
    net.forward(outputs, output_names);
    CV_Assert(outputs.size() == output_names.size());
    std::vector<copencv_face> found;
    std::vector<cv::Rect2d> boxes;
    std::vector<float> scores;
    for (size_t level = 0; level < strides.size(); level++) {
      const int stride = strides[level];
      const size_t columns = static_cast<size_t>(width / stride);
      const size_t cells = columns * static_cast<size_t>(height / stride);
      const cv::Mat &classes = outputs[level], &objects = outputs[3 + level];
      const cv::Mat &bounds = outputs[6 + level], &points = outputs[9 + level];
      CV_Assert(classes.type() == CV_32F && classes.total() == cells && objects.total() == cells);
      CV_Assert(bounds.total() == cells * 4 && points.total() == cells * 10);
      for (size_t cell = 0; cell < cells; cell++) {
        const float a = std::clamp(classes.ptr<float>()[cell], 0.f, 1.f);
        const float b = std::clamp(objects.ptr<float>()[cell], 0.f, 1.f);
        const float value = std::sqrt(a * b);
        if (!(value >= score)) continue;
        const size_t column = cell % columns, row = cell / columns;
        const float x = static_cast<float>(column), y = static_cast<float>(row);
        const float *box = bounds.ptr<float>() + cell * 4, *point = points.ptr<float>() + cell * 10;
        copencv_face face = {};
        face.width = std::exp(box[2]) * stride;
        face.height = std::exp(box[3]) * stride;
        face.x = (x + box[0]) * stride - face.width / 2;
        face.y = (y + box[1]) * stride - face.height / 2;
        face.score = value;
        for (size_t index = 0; index < 5; index++) {
          face.landmarks[index] = {(x + point[2 * index]) * stride, (y + point[2 * index + 1]) * stride};
        }
        if (!std::isfinite(face.x + face.y + face.width + face.height)) continue;
        found.push_back(face);
        boxes.emplace_back(face.x, face.y, face.width, face.height);
        scores.push_back(value);
      }
    }
    std::vector<int> kept;
    cv::dnn::NMSBoxes(boxes, scores, score, overlap_limit, kept, 1.f, most_faces);
    for (int index : kept) faces.push_back(found[static_cast<size_t>(index)]);
  }
};

copencv_network *copencv_network_open(const char *path, copencv_error *error) {
  return copencv::catchingExceptions<copencv_network *>(error, nullptr, [=]() -> copencv_network * {
    copencv::useOneThread();
    auto network = std::make_unique<copencv_network>();
    network->net = cv::dnn::readNetFromONNX(path);
    const auto names = network->net.getUnconnectedOutLayersNames();
    if (has(names, "loc") && has(names, "conf") && has(names, "iou")) {
      network->detector = cv::FaceDetectorYN::create(path, "", cv::Size(64, 64), 0.5f, overlap_limit, most_faces);
      network->net = cv::dnn::Net();
    } else if (!std::all_of(output_names.begin(), output_names.end(), [&](auto &name) { return has(names, name); })) {
      copencv::report(error, "the file is not a YuNet model");
      return nullptr;
    }
    // A version of OpenCV that cannot run the file is found out now instead of in the first picture.
    network->detect(cv::Mat::zeros(64, 64, CV_8UC3), 0.5f);
    return network.release();
  });
}

void copencv_network_close(copencv_network *network) {
  copencv::catchingExceptions<bool>(nullptr, false, [=] {
    delete network;
    return true;
  });
}

bool copencv_network_detect(
    copencv_network *network, copencv_picture picture, float score,
    void (*take)(void *context, const copencv_face *faces, size_t count), void *context, copencv_error *error) {
  return copencv::catchingExceptions(error, false, [=] {
    CV_Assert(network && take && score > 0 && score <= 1);
    CV_Assert(picture.bytes && picture.width > 0 && picture.height > 0);
    CV_Assert(picture.bytes_per_row >= 4 * static_cast<size_t>(picture.width));
    const cv::Mat pixels(
        picture.height, picture.width, CV_8UC4, const_cast<uint8_t *>(picture.bytes), picture.bytes_per_row);
    cv::Mat color;
    cv::cvtColor(pixels, color, cv::COLOR_BGRA2BGR);
    network->detect(color, score);
    if (!network->faces.empty()) take(context, network->faces.data(), network->faces.size());
    return true;
  });
}
