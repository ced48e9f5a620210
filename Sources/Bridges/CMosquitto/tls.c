#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLoading.h"
#include "CMosquitto.h"

// MARK: Loading

// The used part of OpenSSL, as declared by its headers since 1.1, so that building needs no package.
typedef struct ssl_ctx_st SSL_CTX;
typedef struct ssl_st SSL;
typedef struct ssl_method_st SSL_METHOD;
typedef struct X509_VERIFY_PARAM_st X509_VERIFY_PARAM;

enum { SSL_VERIFY_PEER = 1, SSL_ERROR_WANT_READ = 2, SSL_ERROR_WANT_WRITE = 3, SSL_ERROR_ZERO_RETURN = 6 };
enum { SSL_CTRL_MODE = 33, SSL_CTRL_SET_TLSEXT_HOSTNAME = 55, SSL_CTRL_SET_MIN_PROTO_VERSION = 123 };
// Partial writes, which may be repeated from another buffer.
enum { SSL_MODES = 1 | 2, TLS1_2_VERSION = 0x0303, X509_V_OK = 0 };
static const uint64_t SSL_OP_NO_RENEGOTIATION = 1 << 30;

#define FUNCTIONS(DO) \
  DO(const SSL_METHOD *, TLS_client_method, (void)) \
  DO(SSL_CTX *, SSL_CTX_new, (const SSL_METHOD *method)) \
  DO(void, SSL_CTX_free, (SSL_CTX * context)) \
  DO(long, SSL_CTX_ctrl, (SSL_CTX * context, int command, long number, void *pointer)) \
  DO(uint64_t, SSL_CTX_set_options, (SSL_CTX * context, uint64_t options)) \
  DO(void, SSL_CTX_set_verify, (SSL_CTX * context, int mode, int (*callback)(int, void *))) \
  DO(int, SSL_CTX_set_default_verify_paths, (SSL_CTX * context)) \
  DO(int, SSL_CTX_load_verify_locations, (SSL_CTX * context, const char *file, const char *folder)) \
  DO(SSL *, SSL_new, (SSL_CTX * context)) \
  DO(void, SSL_free, (SSL * connection)) \
  DO(int, SSL_set_fd, (SSL * connection, int descriptor)) \
  DO(X509_VERIFY_PARAM *, SSL_get0_param, (SSL * connection)) \
  DO(int, SSL_set1_host, (SSL * connection, const char *host)) \
  DO(int, X509_VERIFY_PARAM_set1_ip_asc, (X509_VERIFY_PARAM * parameters, const char *address)) \
  DO(long, SSL_ctrl, (SSL * connection, int command, long number, void *pointer)) \
  DO(int, SSL_connect, (SSL * connection)) \
  DO(int, SSL_read, (SSL * connection, void *bytes, int count)) \
  DO(int, SSL_write, (SSL * connection, const void *bytes, int count)) \
  DO(int, SSL_pending, (const SSL *connection)) \
  DO(int, SSL_shutdown, (SSL * connection)) \
  DO(int, SSL_get_error, (const SSL *connection, int result)) \
  DO(long, SSL_get_verify_result, (const SSL *connection)) \
  DO(const char *, X509_verify_cert_error_string, (long error)) \
  DO(unsigned long, ERR_get_error, (void)) \
  DO(void, ERR_clear_error, (void)) \
  DO(const char *, ERR_reason_error_string, (unsigned long error))

static struct {
  FUNCTIONS(CLOADING_MEMBER)
} ssl;

#define FILL(result, name, arguments) CLOADING_FILL(library, ssl, name, #name);

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  return true;
}

static cloading_library libraries[] = {
    CLOADING_LIBRARY("libssl.so.3", begin), CLOADING_LIBRARY("libssl.so.1.1", begin)};

bool cmosquitto_tls_load(const char **complaint) {
  return cloading_load(&libraries[0], complaint) || cloading_load(&libraries[1], NULL);
}

// MARK: Connection

struct cmosquitto_tls {
  SSL_CTX *context;
  SSL *connection;
  char complaint[256];
};

// Configures the verification of the broker's certificate and of its host name or address.
static bool configure(cmosquitto_tls *tls, int descriptor, const char *host, const char *certificates) {
  tls->context = ssl.SSL_CTX_new(ssl.TLS_client_method());
  if (!tls->context) return false;
  ssl.SSL_CTX_set_verify(tls->context, SSL_VERIFY_PEER, NULL);
  ssl.SSL_CTX_set_options(tls->context, SSL_OP_NO_RENEGOTIATION);
  ssl.SSL_CTX_ctrl(tls->context, SSL_CTRL_MODE, SSL_MODES, NULL);
  if (ssl.SSL_CTX_ctrl(tls->context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL) != 1) return false;
  const int trusted = certificates ? ssl.SSL_CTX_load_verify_locations(tls->context, certificates, NULL)
                                   : ssl.SSL_CTX_set_default_verify_paths(tls->context);
  if (trusted != 1) {
    snprintf(tls->complaint, sizeof tls->complaint, "TLS failed: the trusted certificates cannot be read");
    return false;
  }
  tls->connection = ssl.SSL_new(tls->context);
  if (!tls->connection || ssl.SSL_set_fd(tls->connection, descriptor) != 1) return false;
  if (ssl.X509_VERIFY_PARAM_set1_ip_asc(ssl.SSL_get0_param(tls->connection), host) == 1) return true;
  // A failed check of the text as an address is no error.
  ssl.ERR_clear_error();
  return ssl.SSL_set1_host(tls->connection, host) == 1
      && ssl.SSL_ctrl(tls->connection, SSL_CTRL_SET_TLSEXT_HOSTNAME, 0, (void *)host) == 1;
}

static void record_failure(cmosquitto_tls *tls) {
  if (tls->complaint[0]) return;
  const char *reason = NULL;
  const long verified = tls->connection ? ssl.SSL_get_verify_result(tls->connection) : X509_V_OK;
  if (verified != X509_V_OK) reason = ssl.X509_verify_cert_error_string(verified);
  if (!reason) reason = ssl.ERR_reason_error_string(ssl.ERR_get_error());
  snprintf(tls->complaint, sizeof tls->complaint, "TLS failed: %s", reason ? reason : "the connection was closed");
}

cmosquitto_tls *cmosquitto_tls_open(int descriptor, const char *host, const char *certificates) {
  if (!cmosquitto_tls_load(NULL)) return NULL;
  cmosquitto_tls *tls = calloc(1, sizeof *tls);
  if (!tls) return NULL;
  ssl.ERR_clear_error();
  if (configure(tls, descriptor, host, certificates)) return tls;
  record_failure(tls);
  if (tls->connection) ssl.SSL_free(tls->connection);
  tls->connection = NULL;
  return tls;
}

void cmosquitto_tls_close(cmosquitto_tls *tls) {
  if (!tls) return;
  if (tls->connection) {
    ssl.ERR_clear_error();
    ssl.SSL_shutdown(tls->connection);
    ssl.SSL_free(tls->connection);
  }
  if (tls->context) ssl.SSL_CTX_free(tls->context);
  free(tls);
}

// Returns the result of an operation in the form of this bridge.
static int checked(cmosquitto_tls *tls, int result) {
  if (result > 0) return result;
  switch (ssl.SSL_get_error(tls->connection, result)) {
    case SSL_ERROR_WANT_READ: return CMOSQUITTO_TLS_WANTS_READING;
    case SSL_ERROR_WANT_WRITE: return CMOSQUITTO_TLS_WANTS_WRITING;
    case SSL_ERROR_ZERO_RETURN: return CMOSQUITTO_TLS_CLOSED;
    default: record_failure(tls); return CMOSQUITTO_TLS_FAILED;
  }
}

int cmosquitto_tls_connect(cmosquitto_tls *tls) {
  if (!tls->connection) return CMOSQUITTO_TLS_FAILED;
  ssl.ERR_clear_error();
  return checked(tls, ssl.SSL_connect(tls->connection));
}

int cmosquitto_tls_read(cmosquitto_tls *tls, void *bytes, size_t count) {
  ssl.ERR_clear_error();
  return checked(tls, ssl.SSL_read(tls->connection, bytes, count < INT_MAX ? (int)count : INT_MAX));
}

int cmosquitto_tls_write(cmosquitto_tls *tls, const void *bytes, size_t count) {
  ssl.ERR_clear_error();
  return checked(tls, ssl.SSL_write(tls->connection, bytes, count < INT_MAX ? (int)count : INT_MAX));
}

bool cmosquitto_tls_has_pending(const cmosquitto_tls *tls) { return ssl.SSL_pending(tls->connection) > 0; }

const char *cmosquitto_tls_complaint(const cmosquitto_tls *tls) { return tls ? tls->complaint : "TLS is unavailable"; }
