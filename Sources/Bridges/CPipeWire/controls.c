#include <errno.h>
#include <spa/param/props.h>
#include <spa/pod/builder.h>
#include <spa/pod/iter.h>
#include <string.h>

#include "library.h"

// MARK: Reading

// Reads a value of a property's type; returns false for other types.
static bool read_number(uint32_t type, const uint8_t *bytes, double *number) {
  int32_t integer;
  float real;
  switch (type) {
    case SPA_TYPE_Bool:
      memcpy(&integer, bytes, sizeof integer);
      *number = integer != 0;
      return true;
    case SPA_TYPE_Int:
      memcpy(&integer, bytes, sizeof integer);
      *number = integer;
      return true;
    case SPA_TYPE_Float:
      memcpy(&real, bytes, sizeof real);
      *number = (double)real;
      return *number == *number;
    default: return false;
  }
}

// All types of controls have this size.
static const uint32_t value_size = 4;

// Returns the text of a property or a label, or NULL.
static const char *text_of(const struct spa_pod *pod) {
  const char *text = (const char *)(pod + 1);
  return pod->type == SPA_TYPE_String && pod->size > 0 && text[pod->size - 1] == 0 ? text : NULL;
}

static bool add_value(cpipewire_control *control, double value, const char *label) {
  if (control->value_count == CPIPEWIRE_VALUES) return false;
  control->values[control->value_count] = value;
  control->labels[control->value_count++] = label;
  return true;
}

// Reads the labels: pairs of a value and a text.
static void read_labels(const struct spa_pod *list, uint32_t type, cpipewire_control *control) {
  if (list->type != SPA_TYPE_Struct) return;
  const struct spa_pod *value = NULL, *item;
  SPA_POD_STRUCT_FOREACH(list, item) {
    double number;
    if (!value) {
      value = item;
      continue;
    }
    const char *label = text_of(item);
    bool is_valid = value->type == type && value->size >= value_size && label
                 && read_number(type, (const uint8_t *)(value + 1), &number);
    if (is_valid && !add_value(control, number, label)) return;
    value = NULL;
  }
}

// Reads the range or the alternatives; the first value of a choice is the default. A single value is no control, unless
// it has labels or is true or false.
static bool read_range(uint32_t type, const struct cpipewire_values *values, cpipewire_control *control) {
  double numbers[4] = {0};
  for (uint32_t index = 0; index < values->count && index < 4; index++) {
    if (!read_number(type, values->bytes + (size_t)index * value_size, &numbers[index])) return false;
  }
  control->preferred = control->minimum = control->maximum = numbers[0];
  if (type == SPA_TYPE_Bool) {
    control->minimum = 0;
    control->maximum = 1;
    return true;
  }
  bool has_range = (values->choice == SPA_CHOICE_Range && values->count >= 3)
                || (values->choice == SPA_CHOICE_Step && values->count >= 4);
  if (has_range) {
    control->minimum = numbers[1];
    control->maximum = numbers[2];
    control->step = values->choice == SPA_CHOICE_Step ? numbers[3] : 0;
    return control->minimum <= control->maximum;
  }
  if (values->choice != SPA_CHOICE_Enum || control->value_count > 0) return control->value_count > 0;
  for (uint32_t index = 1; index < values->count; index++) {
    double number;
    if (!read_number(type, values->bytes + (size_t)index * value_size, &number)) return false;
    if (!add_value(control, number, NULL)) break;
  }
  return control->value_count > 0;
}

static bool set_type(uint32_t type, cpipewire_control *control) {
  switch (type) {
    case SPA_TYPE_Bool: control->type = CPIPEWIRE_BOOLEAN; return true;
    case SPA_TYPE_Int: control->type = CPIPEWIRE_INTEGER; return true;
    case SPA_TYPE_Float: control->type = CPIPEWIRE_REAL; return true;
    default: return false;
  }
}

int cpipewire_parse_control(const void *bytes, size_t size, cpipewire_control *control) {
  const struct spa_pod *pod = bytes;
  if (!pod || size < sizeof *pod || pod->size > size - sizeof *pod) return -EINVAL;
  if (pod->type != SPA_TYPE_Object || pod->size < sizeof(struct spa_pod_object_body)) return -EINVAL;
  if (((const struct spa_pod_object *)pod)->body.type != SPA_TYPE_OBJECT_PropInfo) return -EINVAL;
  const struct spa_pod_prop *id = spa_pod_find_prop(pod, NULL, SPA_PROP_INFO_id);
  const struct spa_pod_prop *description = spa_pod_find_prop(pod, NULL, SPA_PROP_INFO_description);
  const struct spa_pod_prop *range = spa_pod_find_prop(pod, NULL, SPA_PROP_INFO_type);
  const struct spa_pod_prop *labels = spa_pod_find_prop(pod, NULL, SPA_PROP_INFO_labels);
  struct cpipewire_values values;
  if (!id || !range || !cpipewire_read_values(&id->value, SPA_TYPE_Id, sizeof(uint32_t), &values)) return -EINVAL;
  memset(control, 0, sizeof *control);
  memcpy(&control->id, values.bytes, sizeof control->id);
  control->description = description ? text_of(&description->value) : NULL;
  const bool is_choice =
      range->value.type == SPA_TYPE_Choice && range->value.size >= sizeof(struct spa_pod_choice_body);
  const uint32_t type = is_choice ? ((const struct spa_pod_choice *)&range->value)->body.child.type : range->value.type;
  if (!set_type(type, control) || !cpipewire_read_values(&range->value, type, value_size, &values)) return -EINVAL;
  if (labels) read_labels(&labels->value, type, control);
  return read_range(type, &values, control) ? 0 : -EINVAL;
}

static void on_parameter(void *data, uint32_t kind, const struct spa_pod *pod) {
  const cpipewire_control_events *events = data;
  if (kind == SPA_PARAM_PropInfo) {
    cpipewire_control control;
    if (cpipewire_parse_control(pod, SPA_POD_SIZE(pod), &control) == 0) events->found(events->context, &control);
    return;
  }
  if (pod->type != SPA_TYPE_Object || pod->size < sizeof(struct spa_pod_object_body)) return;
  const struct spa_pod_prop *property;
  SPA_POD_OBJECT_FOREACH((const struct spa_pod_object *)pod, property) {
    double number;
    const struct spa_pod *value = &property->value;
    if (value->size < value_size || !read_number(value->type, (const uint8_t *)(value + 1), &number)) continue;
    events->has_value(events->context, property->key, number);
  }
}

int cpipewire_enumerate_controls(
    cpipewire_connection *connection, uint32_t id, int timeout, const cpipewire_control_events *events) {
  const uint32_t kinds[] = {SPA_PARAM_PropInfo, SPA_PARAM_Props};
  cpipewire_control_events copy = *events;
  return cpipewire_read_parameters(connection, id, timeout, kinds, 2, on_parameter, &copy);
}

// MARK: Writing

int cpipewire_set_control(
    cpipewire_connection *connection, uint32_t id, int timeout, uint32_t control, cpipewire_control_type type,
    double value) {
  struct pw_node *node = pw_registry_bind(connection->registry, id, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, 0);
  if (!node) return -errno;
  uint8_t space[256];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(space, sizeof space);
  struct spa_pod_frame frame;
  spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props);
  spa_pod_builder_prop(&builder, control, 0);
  switch (type) {
    case CPIPEWIRE_BOOLEAN: spa_pod_builder_bool(&builder, value != 0); break;
    case CPIPEWIRE_INTEGER: spa_pod_builder_int(&builder, (int32_t)value); break;
    case CPIPEWIRE_REAL: spa_pod_builder_float(&builder, (float)value); break;
  }
  connection->object_failure = 0;
  pw_node_set_param(node, SPA_PARAM_Props, 0, spa_pod_builder_pop(&builder, &frame));
  const int status = cpipewire_sync(connection, timeout);
  cpipewire.pw_proxy_destroy((struct pw_proxy *)node);
  return status < 0 ? status : connection->object_failure;
}
