// uac-microphone - a USB Audio Class 1 microphone in user space, plugged into the running kernel by USB/IP (vhci-hcd).
//
//   modprobe vhci-hcd snd-usb-audio;  uac-microphone [-n NAME] [-p PORT]
//
// The kernel's own snd-usb-audio driver binds to it. Killing the process unplugs the microphone. SIGUSR1 freezes or
// thaws the stream. The microphone delivers 1 kHz in the first 100 ms of each second of CLOCK_MONOTONIC.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { RATE = 48000, CHANNELS = 2, BYTES_PER_FRAME = 4, ENDPOINT = 2, MOST_PACKETS = 64, MOST_REQUESTS = 128 };
static const double amplitude = 12000;

static int line;  // the connection to the kernel
static bool is_frozen, is_muted;
static int16_t volume;
// The time of the first packet in nanoseconds, and the packets (of 1 ms) and frames sent since then.
static uint64_t start, packet_count, frame_count;
static const char *name = "USB/IP Microphone";
static volatile sig_atomic_t must_end, was_asked_to_freeze;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// ---- Descriptors

#define WORD(x) (x) & 255, (x) >> 8 & 255
static const uint8_t device[] = {18, 1, WORD(0x0200), 0, 0, 0, 64, WORD(0x1209), WORD(2), WORD(0x0100), 1, 2, 3, 1};
static const uint8_t configuration[] = {
    9, 2, WORD(118), 2, 1, 0, 0x80, 50,
    // Interface association of two interfaces.
    8, 0x0b, 0, 2, 1, 1, 0, 0,
    // Audio control: a microphone, its volume and mute, and the connection to the host.
    9, 4, 0, 0, 0, 1, 1, 0, 0, 9, 0x24, 1, WORD(0x0100), WORD(40), 1, 1, 12, 0x24, 2, 1, WORD(0x0201), 0, CHANNELS,
    WORD(3), 0, 0, 10, 0x24, 6, 2, 1, 1, 3, 0, 0, 0, 9, 0x24, 3, 3, WORD(0x0101), 0, 2, 0,
    // Audio streaming: no sound, or 16 bits at one rate.
    9, 4, 1, 0, 0, 1, 2, 0, 0, 9, 4, 1, 1, 1, 1, 2, 0, 0, 7, 0x24, 1, 3, 1, WORD(1), 11, 0x24, 2, 1, CHANNELS, 2, 16, 1,
    RATE & 255, RATE >> 8 & 255, RATE >> 16, 9, 5, 0x80 | ENDPOINT, 5, WORD(200), 4, 0, 0, 7, 0x25, 1, 0, 0, WORD(0)};

_Static_assert(sizeof configuration == 118, "the length in the configuration descriptor must match");

static int copy(const void *bytes, size_t count, uint8_t *out) {
  memcpy(out, bytes, count);
  return (int)count;
}

static int string_descriptor(int index, uint8_t *out) {
  static const uint8_t english[] = {4, 3, WORD(0x0409)};
  if (index == 0) return copy(english, sizeof english, out);
  const char *text = index == 1 ? "camera rig" : index == 2 ? name : "0001";
  int length = 2;
  for (; *text && length < 250; text++) {
    out[length++] = (uint8_t)*text;
    out[length++] = 0;
  }
  out[0] = (uint8_t)length;
  out[1] = 3;
  return length;
}

// Handles a control request and returns the length of the answer, or -1 for a stall.
static int control(const uint8_t *setup, const uint8_t *data, uint8_t *out) {
  const int type = setup[0], request = setup[1], value = setup[2] | setup[3] << 8, index = setup[4] | setup[5] << 8;
  enum { GET_STATUS = 0, GET_DESCRIPTOR = 6, GET_CONFIGURATION = 8, GET_INTERFACE = 10, SET_INTERFACE = 11 };
  if ((type & 0x60) == 0) {
    switch (request) {
      case GET_DESCRIPTOR:
        switch (value >> 8) {
          case 1: return copy(device, sizeof device, out);
          case 2: return copy(configuration, sizeof configuration, out);
          case 3: return string_descriptor(value & 255, out);
          default: return -1;
        }
      case GET_STATUS: return copy((uint8_t[]){0, 0}, 2, out);
      case GET_CONFIGURATION: return copy((uint8_t[]){1}, 1, out);
      case GET_INTERFACE: return copy((uint8_t[]){0}, 1, out);
      case SET_INTERFACE: start = 0; return 0;
      default: return 0;
    }
  }
  enum { MUTE = 1, VOLUME = 2, SET_CURRENT = 1, GET_CURRENT = 0x81, GET_LEAST, GET_MOST };
  if ((type & 0x1f) != 1 || index >> 8 != 2) return -1;
  if (value >> 8 == MUTE) {
    if (request == SET_CURRENT) is_muted = data[0];
    return request == SET_CURRENT ? 0 : copy(&(uint8_t){is_muted}, 1, out);
  }
  if (value >> 8 != VOLUME) return -1;
  if (request == SET_CURRENT) return 0 * copy(data, 2, (uint8_t *)&volume);
  // In 1/256 dB, with a step of 1 dB.
  const int16_t level = request == GET_CURRENT ? volume
                      : request == GET_LEAST   ? -60 * 256
                      : request == GET_MOST    ? 6 * 256
                                               : 256;
  return copy(&level, 2, out);
}

// ---- Connection

static uint8_t sent[1 << 20];
static size_t sent_count;

static void flush(void) {
  size_t done = 0;
  while (done < sent_count) {
    const ssize_t count = send(line, sent + done, sent_count - done, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      must_end = 1;
      break;
    }
    done += (size_t)count;
  }
  sent_count = 0;
}

static bool receive(void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    const ssize_t more = recv(line, (uint8_t *)bytes + done, count - done, 0);
    if (more < 0 && errno == EINTR && !must_end) continue;
    if (more <= 0) return false;
    done += (size_t)more;
  }
  return true;
}

static void put(uint8_t *bytes, uint32_t value) {
  value = htonl(value);
  memcpy(bytes, &value, sizeof value);
}

static uint32_t get(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
  return ntohl(value);
}

enum { SUBMIT = 1, UNLINK = 2, SUBMITTED = 3, UNLINKED = 4, HEADER = 48 };

static void answer(
    uint32_t command, uint32_t number, int32_t status, size_t count, uint32_t packets, const void *bytes,
    size_t length) {
  if (sent_count + HEADER + length > sizeof sent) flush();
  uint8_t *header = sent + sent_count;
  memset(header, 0, HEADER);
  put(header, command);
  put(header + 4, number);
  put(header + 20, (uint32_t)status);
  put(header + 24, (uint32_t)count);
  put(header + 32, packets);
  if (length) memcpy(header + HEADER, bytes, length);
  sent_count += HEADER + length;
}

// ---- Sound

static struct request {
  uint32_t number, packet_count;
  struct {
    uint32_t offset, length;
  } packets[MOST_PACKETS];
} requests[MOST_REQUESTS];
static int request_count;

static int16_t sample_at(uint64_t time) {
  const uint64_t phase = time % 1000000000u;
  return phase < 100000000u && !is_muted ? (int16_t)(amplitude * sin(2 * M_PI * 1000 * (double)phase / 1e9)) : 0;
}

static size_t fill(uint8_t *out, uint32_t count) {
  for (uint32_t index = 0; index < count; index++) {
    const int16_t sample = sample_at(start + (frame_count + index) * 1000000000u / RATE);
    memcpy(out + (size_t)index * BYTES_PER_FRAME, &sample, 2);
    memcpy(out + (size_t)index * BYTES_PER_FRAME + 2, &sample, 2);
  }
  frame_count += count;
  return (size_t)count * BYTES_PER_FRAME;
}

static void send_first_request(void) {
  static uint8_t out[1 << 17];
  const struct request *request = requests;
  uint8_t descriptors[MOST_PACKETS * 16];
  size_t length = 0;
  for (uint32_t index = 0; index < request->packet_count; index++) {
    packet_count++;
    const uint32_t room = request->packets[index].length / BYTES_PER_FRAME;
    const uint32_t wanted = (uint32_t)(packet_count * RATE / 1000 - frame_count);
    const size_t bytes = fill(out + length, wanted < room ? wanted : room);
    length += bytes;
    put(descriptors + (size_t)index * 16, request->packets[index].offset);
    put(descriptors + (size_t)index * 16 + 4, request->packets[index].length);
    put(descriptors + (size_t)index * 16 + 8, (uint32_t)bytes);
    put(descriptors + (size_t)index * 16 + 12, 0);
  }
  const uint32_t number = request->number, count = request->packet_count;
  memcpy(out + length, descriptors, (size_t)count * 16);
  request_count--;
  memmove(requests, requests + 1, (size_t)request_count * sizeof *requests);
  answer(SUBMITTED, number, 0, length, count, out, length + (size_t)count * 16);
}

// Sends the sound captured by now, and returns the time until the next packet in milliseconds, or -1 if none is due.
static int send_sound(void) {
  while (request_count && !is_frozen) {
    const uint64_t time = now();
    if (!start) {
      start = time;
      packet_count = frame_count = 0;
    }
    const uint64_t due = start + (packet_count + requests->packet_count) * 1000000u;
    if (time < due) {
      const int wait = (int)((due - time) / 1000000u) + 1;
      return wait < 6 ? 6 : wait;
    }
    // After a long pause, the sound restarts at the current time.
    if (time > due + 2000000000u) start = 0;
    if (start) send_first_request();
  }
  return -1;
}

// ---- Requests

static bool take_packets(struct request *request, uint32_t count) {
  uint8_t descriptors[MOST_PACKETS * 16];
  if (!receive(descriptors, (size_t)count * 16)) return false;
  request->packet_count = count;
  for (uint32_t index = 0; index < count; index++) {
    request->packets[index].offset = get(descriptors + (size_t)index * 16);
    request->packets[index].length = get(descriptors + (size_t)index * 16 + 4);
  }
  return true;
}

static void take_control(const uint8_t *header, uint32_t number, bool is_in, uint32_t length, const uint8_t *data) {
  uint8_t out[512];
  const int count = control(header + 40, data, out);
  if (count < 0) {
    answer(SUBMITTED, number, -EPIPE, 0, 0, NULL, 0);
  } else if (!is_in) {
    answer(SUBMITTED, number, 0, length, 0, NULL, 0);
  } else {
    const size_t given = (uint32_t)count < length ? (size_t)count : length;
    answer(SUBMITTED, number, 0, given, 0, out, given);
  }
}

static void take_back(uint32_t number, uint32_t victim) {
  bool was_there = false;
  for (int index = 0; index < request_count && !was_there; index++) {
    if (requests[index].number != victim) continue;
    was_there = true;
    request_count--;
    memmove(requests + index, requests + index + 1, (size_t)(request_count - index) * sizeof *requests);
  }
  if (!request_count) start = 0;
  answer(UNLINKED, number, was_there ? -ECONNRESET : 0, 0, 0, NULL, 0);
}

// Handles one request, and returns false at the end of the connection.
static bool take(void) {
  static uint8_t header[HEADER], data[1 << 16];
  if (!receive(header, sizeof header)) return false;
  const uint32_t command = get(header), number = get(header + 4), endpoint = get(header + 16),
                 length = get(header + 24);
  const uint32_t packets = get(header + 32);
  const bool is_in = get(header + 12);
  if (command == UNLINK) {
    take_back(number, get(header + 20));
    return true;
  }
  if (command != SUBMIT || (!is_in && (length > sizeof data || !receive(data, length)))) return false;
  if (endpoint == 0) {
    take_control(header, number, is_in, length, data);
    return true;
  }
  if (endpoint != ENDPOINT || !is_in || packets > MOST_PACKETS || request_count == MOST_REQUESTS) return false;
  requests[request_count].number = number;
  return take_packets(&requests[request_count++], packets);
}

// ---- Main

static void handle(int signal) {
  if (signal == SIGUSR1) {
    was_asked_to_freeze = 1;
  } else {
    must_end = 1;
  }
}

static bool plug_in(int port) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
  const int attach = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);
  // The fields are port, socket, device ID and speed (3: high speed).
  const bool is_there =
      attach >= 0 && dprintf(attach, "%d %d %u %d\n", port, ends[1], 0x10000u + (unsigned)port + 1, 3) > 0;
  close(attach);
  close(ends[1]);
  line = ends[0];
  return is_there;
}

int main(int count, char **arguments) {
  int port = 2;
  for (int option; (option = getopt(count, arguments, "n:p:")) != -1;) {
    if (option == 'n') {
      name = optarg;
    } else if (option == 'p') {
      port = (int)strtol(optarg, NULL, 10);
    } else {
      return 2;
    }
  }
  const struct sigaction action = {.sa_handler = handle};
  const int signals[] = {SIGINT, SIGTERM, SIGUSR1};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaction(signals[index], &action, NULL);
  if (!plug_in(port)) {
    perror("/sys/devices/platform/vhci_hcd.0/attach");
    return 1;
  }
  while (!must_end) {
    if (was_asked_to_freeze) {
      was_asked_to_freeze = 0;
      is_frozen = !is_frozen;
    }
    const int wait = send_sound();
    flush();
    struct pollfd ready = {.fd = line, .events = POLLIN};
    const int result = poll(&ready, 1, wait);
    if (result < 0 && errno != EINTR) return 1;
    if (result > 0 && !take()) break;
  }
  return 0;
}
