// The page: draws each frame with its detections, and sends commands to the camera.
// Untrusted text never becomes markup or a link: it is only put into text nodes.

const $ = (id) => document.getElementById(id);
const canvas = $("view");
const view = canvas.parentElement;
const painter = canvas.getContext("2d", { alpha: false });

// MARK: The token

/** Moves the token from the address to this tab's storage, to keep it out of histories, links and screenshots. */
function takeToken() {
  const value = new URLSearchParams(location.hash.slice(1)).get("token");
  if (value) {
    sessionStorage.setItem("token", value);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("token");
}

let token = takeToken();
addEventListener("hashchange", () => {
  token = takeToken();
  if (socket) socket.close();
  else connect();
});

// MARK: Frames

const gravities = ["aspect", "fill", "resize"];
const settings = { gravity: "aspect", mirrored: false };
let state = null;
let controls = false;
let shown = null; // the newest drawn frame: its note and its bitmap
const rate = { times: [], last: null, skipped: 0 };

/** Splits a message into its note and its JPEG picture; the first four bytes are the length of the note. */
function parse(buffer) {
  const length = new DataView(buffer).getUint32(0);
  const note = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  return { note, picture: new Blob([new Uint8Array(buffer, 4 + length)], { type: "image/jpeg" }) };
}

/** The age from which a frame is outdated after the page was suspended, in ms. */
const staleAge = 500;
const clock = { offset: Infinity, handled: 0, left: 0, beat: performance.now() };
setInterval(() => (clock.beat = performance.now()), 100);

/**
 * Whether a frame waited while the page was suspended; newer frames follow at once.
 * A page that is only slow draws all frames that it receives.
 */
function isStale(note) {
  const now = performance.now();
  const slept = now - clock.handled > 2 * staleAge && clock.handled > 0;
  clock.offset = Math.min(clock.offset, now - note.time * 1000);
  const stale = now - note.time * 1000 - clock.offset > staleAge && (slept || clock.left > 0) && clock.left < 2;
  clock.left = stale ? clock.left + 1 : 0;
  if (!stale) clock.handled = now;
  return stale;
}

async function draw(frame) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(frame.picture, { imageOrientation: "none" });
  } catch {
    return; // Skip a damaged picture.
  }
  // The page was suspended during decoding, so newer frames are waiting.
  if (performance.now() - clock.beat > 2 * staleAge && clock.left < 2) {
    clock.left += 1;
    return bitmap.close();
  }
  shown?.bitmap.close();
  shown = { note: frame.note, bitmap };
  view.style.aspectRatio = frame.note.size.join(" / ");
  paint();
  canvas.dispatchEvent(new CustomEvent("drawn", { detail: frame.note }));
  count(frame.note);
  log(frame.note);
}

/** The transform from pixels of the upright picture to pixels of the canvas, like PreviewGeometry in Swift. */
function geometry([width, height]) {
  let x = canvas.width / width;
  let y = canvas.height / height;
  if (settings.gravity !== "resize") {
    x = y = settings.gravity === "fill" ? Math.max(x, y) : Math.min(x, y);
  }
  const left = (canvas.width - width * x) / 2;
  const top = (canvas.height - height * y) / 2;
  return settings.mirrored
    ? new DOMMatrix([-x, 0, 0, y, canvas.width - left, top])
    : new DOMMatrix([x, 0, 0, y, left, top]);
}

/** The transform from pixels of the stored picture to pixels of the upright one (TIFF 6.0, tag 274). */
function upright(orientation, width, height) {
  switch (orientation) {
    case 2: return new DOMMatrix([-1, 0, 0, 1, width, 0]);
    case 3: return new DOMMatrix([-1, 0, 0, -1, width, height]);
    case 4: return new DOMMatrix([1, 0, 0, -1, 0, height]);
    case 5: return new DOMMatrix([0, 1, 1, 0, 0, 0]);
    case 6: return new DOMMatrix([0, 1, -1, 0, height, 0]);
    case 7: return new DOMMatrix([0, -1, -1, 0, height, width]);
    case 8: return new DOMMatrix([0, -1, 1, 0, 0, width]);
    default: return new DOMMatrix();
  }
}

function paint() {
  painter.setTransform(1, 0, 0, 1, 0, 0);
  painter.fillStyle = "#000";
  painter.fillRect(0, 0, canvas.width, canvas.height);
  if (!shown) return;
  const { note, bitmap } = shown;
  const matrix = geometry(note.size);
  painter.setTransform(matrix.multiply(upright(note.orientation, bitmap.width, bitmap.height)));
  painter.drawImage(bitmap, 0, 0);
  painter.setTransform(1, 0, 0, 1, 0, 0);
  overlay(note, matrix);
}

function overlay(note, matrix) {
  const unit = devicePixelRatio || 1;
  painter.lineJoin = "round";
  const labels = [];
  for (const object of note.objects) {
    const corners = cornersOf(object).map(([x, y]) => matrix.transformPoint(new DOMPoint(x, y)));
    painter.beginPath();
    for (const corner of corners) painter.lineTo(corner.x, corner.y);
    painter.closePath();
    painter.lineWidth = 5 * unit;
    painter.strokeStyle = "#000a";
    painter.stroke();
    painter.lineWidth = 2.5 * unit;
    painter.strokeStyle = object.type === "face" ? "#66d9ff" : "#ffc94d";
    painter.stroke();
    label(object, corners, unit, labels);
  }
}

function cornersOf(object) {
  if (object.corners) return object.corners;
  const [x, y, width, height] = object.bounds;
  return [[x, y], [x, y + height], [x + width, y + height], [x + width, y]];
}

/** The place of a label: beside its object, and free of other labels if possible. */
function placeFor(width, height, corners, gap, others) {
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  const left = Math.min(...xs);
  const right = Math.max(...xs);
  const top = Math.min(...ys);
  const bottom = Math.max(...ys);
  const within = (value, room) => Math.max(0, Math.min(value, room));
  const rows = [bottom + gap, top - height - gap, bottom - height - gap, top + gap];
  const places = rows.filter((y) => y >= 0 && y + height <= canvas.height)
    .flatMap((y) => [left, right - width].map((x) => ({ x: within(x, canvas.width - width), y, width, height })));
  const isFree = (place) => !others.some((other) =>
    place.x < other.x + other.width && other.x < place.x + place.width && place.y < other.y + other.height && other.y < place.y + place.height);
  return places.find(isFree) ?? places[0]
    ?? { x: within(left, canvas.width - width), y: within(top, canvas.height - height), width, height };
}

function label(object, corners, unit, others) {
  const text = object.type === "face" ? `face ${object.id}` : shorten(visible(object.text ?? "bytes").map((part) => part.text).join(""));
  painter.font = `${14 * unit}px system-ui, sans-serif`;
  painter.direction = "ltr";
  const width = painter.measureText(text).width + 12 * unit;
  const height = 22 * unit;
  const { x, y } = placeFor(width, height, corners, 4 * unit, others);
  others.push({ x, y, width, height });
  painter.fillStyle = "#000b";
  painter.beginPath();
  // Older browsers do not support round corners.
  if (painter.roundRect) painter.roundRect(x, y, width, height, 5 * unit);
  else painter.rect(x, y, width, height);
  painter.fill();
  painter.fillStyle = "#fff";
  painter.textBaseline = "middle";
  painter.fillText(text, x + 6 * unit, y + height / 2);
}

const shorten = (text) => (text.length > 40 ? text.slice(0, 39) + "…" : text);

/** Splits a text into visible parts and code points of control and format characters. */
function visible(text) {
  return text.split(/([\p{Cc}\p{Cf}\p{Cs}\u2028\u2029])/u).filter((part) => part).map((part) =>
    /^[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]$/u.test(part)
      ? { text: `⟨U+${part.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`, escaped: true }
      : { text: part, escaped: false });
}

function count(note) {
  if (rate.last !== null && note.number > rate.last + 1) rate.skipped += note.number - rate.last - 1;
  rate.last = note.number;
  rate.times.push(performance.now());
  if (rate.times.length > 60) rate.times.shift();
}

setInterval(() => {
  if (socket?.readyState !== WebSocket.OPEN || !shown) return;
  const { times } = rate;
  if (times.length < 2) return;
  const perSecond = (times.length - 1) * 1000 / (times.at(-1) - times[0]);
  const late = rate.skipped ? ` · ${rate.skipped} skipped` : "";
  say(`${shown.note.size.join(" × ")} · ${perSecond.toFixed(1)} fps${late}`);
}, 500);

function say(text, isBad = false) {
  if ($("status").textContent !== text) $("status").textContent = text;
  $("status").classList.toggle("bad", isBad);
}

/** Shows a message over the picture. */
function notice(text, seconds = 0) {
  clearTimeout(notice.timer);
  $("notice").hidden = !text;
  $("notice").textContent = text ?? "";
  if (seconds) notice.timer = setTimeout(() => notice(state?.problem ?? null), seconds * 1000);
}

new ResizeObserver(() => {
  const scale = devicePixelRatio || 1;
  canvas.width = Math.round(canvas.clientWidth * scale);
  canvas.height = Math.round(canvas.clientHeight * scale);
  paint();
}).observe(canvas);

// MARK: The connection

let socket = null;
let reconnection = 0;
let retryDelay = 500;
let wasStopped = false;

function connect() {
  clearTimeout(reconnection);
  if (!token) {
    say("No token", true);
    notice("Open the complete address printed by viewfinder serve, including #token=.");
    return;
  }
  const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`);
  socket = mine;
  mine.binaryType = "arraybuffer";
  let work = Promise.resolve();
  mine.onopen = () => {
    mine.send(JSON.stringify({ token }));
    if (document.hidden) mine.send(JSON.stringify({ hidden: true }));
  };
  mine.onmessage = ({ data }) => {
    retryDelay = 500;
    if (typeof data === "string") return take(JSON.parse(data));
    // Frames are drawn one after another; the next one is received meanwhile.
    work = work.then(async () => {
      let frame = null;
      try {
        frame = parse(data);
        if (!isStale(frame.note)) await draw(frame);
      } catch (error) {
        notice(`Cannot show a frame: ${error.message}`, 5);
      } finally {
        // Acknowledged in any case; otherwise the server sends no more frames.
        if (frame && mine.readyState === WebSocket.OPEN) mine.send(JSON.stringify({ drawn: frame.note.number }));
      }
    });
  };
  mine.onclose = ({ code }) => {
    if (mine !== socket) return; // A newer connection exists.
    socket = null;
    view.classList.add("gone");
    rate.times = [];
    rate.last = null;
    clock.offset = Infinity;
    clock.handled = 0;
    if (code === 1008) {
      say("Access denied", true);
      return notice("The token is no longer valid. Open the address printed by viewfinder serve.");
    }
    wasStopped = code === 1001 || (wasStopped && code === 1006);
    say(code === 1013 ? "Too many viewers" : "Connection lost", true);
    notice(wasStopped ? "The server was stopped. Waiting for a restart …" : "Waiting for the server …");
    reconnection = setTimeout(connect, retryDelay);
    retryDelay = Math.min(retryDelay * 2, 8000);
  };
}

document.addEventListener("visibilitychange", () => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ hidden: document.hidden }));
});

// MARK: Commands

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST", body: JSON.stringify(body), cache: "no-store",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

async function command(name, members = {}) {
  try {
    take(await post("/control", { command: name, ...members }));
    return true;
  } catch (error) {
    notice(error.message, 5);
    if (state) show();
    return false;
  }
}

/** Returns a function that sends the newest value only; a slider produces more values than a camera accepts. */
function latestOnly(name) {
  let waiting = null;
  let isBusy = false;
  return async (members) => {
    waiting = members;
    if (isBusy) return;
    isBusy = true;
    while (waiting) {
      const next = waiting;
      waiting = null;
      await command(name, next);
    }
    isBusy = false;
  };
}

const commands = { zoom: "zoom", focus: "focus", exposure: "exposure", whiteBalance: "white-balance" };
const formats = {
  zoom: (value) => `${value.toFixed(1)}×`,
  focus: (value) => value.toFixed(2),
  exposure: (value) => state.exposesByTime ? seconds(2 ** value) : `${value > 0 ? "+" : ""}${value.toFixed(1)} EV`,
  whiteBalance: (value) => `${Math.round(value)} K`,
};

const seconds = (time) => (time < 0.4 ? `1/${Math.round(1 / time)} s` : `${time.toFixed(1)} s`);

function take(message) {
  state = message.state;
  controls = message.controls;
  view.classList.toggle("gone", Boolean(state.problem));
  notice(state.problem);
  show();
}

/** Updates the controls from the state. */
function show() {
  $("looking").hidden = controls;
  // A view-only page shows no controls of the camera.
  for (const element of document.querySelectorAll(".row:has(#camera), .row:has(#peaking), #photo, #record")) element.hidden = !controls;
  const camera = state.cameras.find((camera) => camera.id === state.camera);
  document.title = camera ? `${camera.name} – Viewfinder` : "Viewfinder";
  const cameras = $("camera");
  const offered = state.cameras.map((camera) => camera.id + camera.name).join("\n");
  if (cameras.dataset.offered !== offered) {
    cameras.replaceChildren(...state.cameras.map((camera) => new Option(camera.name, camera.id)));
    cameras.dataset.offered = offered;
  }
  cameras.value = state.camera;
  cameras.disabled = !controls;
  for (const name of Object.keys(commands)) showRange(name, state[name]);
  showSettings();
  document.querySelector(".row:has(#centerStage)").hidden = !controls || state.centerStage === undefined;
  $("centerStage").checked = state.centerStage;
  $("centerStage").disabled = !controls;
  $("peaking").checked = state.peaking;
  $("peaking").disabled = !controls;
  const atPoint = [state.focusesAtPoint && "focus", state.exposesAtPoint && "expose"].filter(Boolean).join(" and ");
  $("point").hidden = !atPoint || !controls;
  $("point").textContent = `Tap the picture to ${atPoint} there.`;
  $("photo").disabled = $("record").disabled = !controls || !state.keepsFiles;
  $("saving").hidden = !controls;
  $("saving").textContent = state.keepsFiles ? "Movies have no sound." : "To save photos and movies, start viewfinder serve with --photos DIR.";
  showRecording();
  showFiles();
}

function showRange(name, range) {
  const row = document.querySelector(`[data-control="${name}"]`);
  row.hidden = !range || !controls;
  if (row.hidden) return;
  const input = $(name);
  input.min = range.least;
  input.max = range.greatest;
  if (document.activeElement !== input || !input.matches(":active")) input.value = range.value;
  input.disabled = !controls;
  row.querySelector("output").textContent = range.isAutomatic && (name !== "exposure" || state.exposesByTime) ? "auto" : formats[name](range.value);
  const auto = row.querySelector(".auto");
  if (!auto) return;
  auto.hidden = !range.canBeAutomatic;
  auto.disabled = !controls;
  auto.setAttribute("aria-pressed", range.isAutomatic);
}

for (const [name, command] of Object.entries(commands)) {
  const send = latestOnly(command);
  $(name).addEventListener("input", () => {
    const value = Number($(name).value);
    document.querySelector(`[data-control="${name}"] output`).textContent = formats[name](value);
    send({ value });
  });
  document.querySelector(`[data-auto="${name}"]`)?.addEventListener("click", () =>
    send(state[name].isAutomatic ? { locked: true } : { automatic: true }));
}
/** The rows of all camera controls by name: their elements and functions. */
const settingRows = new Map();

/** Updates the panel of all camera controls; rows are made anew for another camera. */
function showSettings() {
  $("settings").hidden = !controls || !state.settings.length;
  $("keeping").hidden = !state.keepsSettings;
  const names = state.settings.map((setting) => `${setting.name} ${setting.kind}`).join("\n");
  if ($("settings").dataset.names !== state.camera + names) {
    $("settings").dataset.names = state.camera + names;
    settingRows.clear();
    $("settingRows").replaceChildren(...state.settings.map(settingRow));
  }
  for (const setting of state.settings) settingRows.get(setting.name).update(setting);
}

/** Makes the row of a control: a label, an input, the value as text, and a button that resets it. */
function settingRow(setting) {
  const { name, kind } = setting;
  const row = element("div", null, "row setting");
  const input = element({ choice: "select", button: "button" }[kind] ?? "input", kind === "button" ? "Start" : null);
  const label = element("label", setting.label);
  const output = element("output");
  const reset = element("button", "Reset", "auto");
  input.id = `setting-${name}`;
  label.htmlFor = output.htmlFor = input.id;
  reset.type = "button";
  reset.append(element("span", ` ${setting.label}`, "visually-hidden"));
  reset.addEventListener("click", () => command("reset-control", { name }));
  const send = latestOnly("control");
  const change = (value) => send({ name, value });
  if (kind === "button") {
    input.type = "button";
    input.className = "auto press";
    input.addEventListener("click", () => change(1));
    row.append(label, input);
  } else {
    if (kind === "choice") {
      input.append(...setting.choices.map((choice) => new Option(choice.name, choice.value)));
      input.addEventListener("change", () => change(Number(input.value)));
      row.append(label, input, reset);
    } else {
      input.type = kind === "toggle" ? "checkbox" : "range";
      input.addEventListener(kind === "toggle" ? "change" : "input", () =>
        change(kind === "toggle" ? Number(input.checked) : Number(input.value)));
      row.append(label, input, output, reset);
    }
  }
  settingRows.set(name, {
    update(setting) {
      if (kind === "button") return;
      if (kind === "number") {
        input.min = setting.least;
        input.max = setting.greatest;
        input.step = setting.step;
      }
      // The browser does not move a slider while the user drags it.
      if (kind === "toggle") input.checked = setting.value !== 0;
      else if (!input.matches(":active")) input.value = setting.value;
      output.textContent = setting.isAutomatic ? "auto" : setting.text;
      input.setAttribute("aria-valuetext", output.textContent);
      reset.disabled = setting.isAutomatic || setting.value === setting.usual;
    },
  });
  return row;
}

$("resetAll").addEventListener("click", () => command("reset-control"));
$("controls").addEventListener("submit", (event) => event.preventDefault());
$("camera").addEventListener("change", () => command("camera", { id: $("camera").value }));
$("centerStage").addEventListener("change", () => command("center-stage", { on: $("centerStage").checked }));
$("peaking").addEventListener("change", () => command("peaking", { on: $("peaking").checked }));
$("gravity").addEventListener("change", () => setGravity($("gravity").value));
$("mirror").addEventListener("click", () => setMirrored(!settings.mirrored));
$("photo").addEventListener("click", takePhoto);
$("record").addEventListener("click", () => command("record", { on: state.recordedSeconds === undefined }));
$("full").addEventListener("click", toggleFull);

function setGravity(gravity) {
  $("gravity").value = settings.gravity = gravity;
  paint();
}

function setMirrored(isMirrored) {
  settings.mirrored = isMirrored;
  $("mirror").setAttribute("aria-pressed", isMirrored);
  paint();
}

async function takePhoto() {
  if (await command("photo")) notice("Photo taken", 2);
}

function toggleFull() {
  if (document.fullscreenElement) document.exitFullscreen();
  else view.requestFullscreen?.().catch(() => notice("This browser does not support full screen here.", 3));
}

document.addEventListener("fullscreenchange", () =>
  $("full").setAttribute("aria-pressed", Boolean(document.fullscreenElement)));

// MARK: Taps, pinches and keys

const pointers = new Map();
let pinch = null;

canvas.addEventListener("pointerdown", (event) => {
  pointers.set(event.pointerId, event);
  canvas.setPointerCapture(event.pointerId);
  if (pointers.size === 2 && state?.zoom) pinch = { distance: distance(), zoom: state.zoom.value };
});
canvas.addEventListener("pointermove", (event) => {
  if (!pointers.has(event.pointerId)) return;
  pointers.set(event.pointerId, event);
  if (pinch && pointers.size === 2) zoom(pinch.zoom * distance() / pinch.distance);
});
for (const name of ["pointerup", "pointercancel"]) {
  canvas.addEventListener(name, (event) => {
    const isTap = name === "pointerup" && pointers.size === 1 && !pinch;
    pointers.delete(event.pointerId);
    if (pointers.size === 0) pinch = null;
    if (isTap) point(event.offsetX, event.offsetY);
  });
}
canvas.addEventListener("wheel", (event) => {
  if (!state?.zoom) return;
  event.preventDefault();
  zoom(state.zoom.value * 2 ** (-event.deltaY / 400));
}, { passive: false });

function distance() {
  const [a, b] = [...pointers.values()];
  return Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
}

const sendZoom = latestOnly("zoom");

function zoom(factor) {
  if (!state?.zoom || !controls) return;
  state.zoom.value = Math.min(state.zoom.greatest, Math.max(state.zoom.least, factor));
  sendZoom({ value: state.zoom.value });
}

/** Sets the point of interest to a position on the canvas, in CSS pixels. */
function point(left, top) {
  if (!shown || !controls) return;
  if (!state.focusesAtPoint && !state.exposesAtPoint) {
    return notice("This camera cannot focus or expose at a point.", 3);
  }
  const scale = canvas.width / canvas.clientWidth;
  const place = geometry(shown.note.size).inverse().transformPoint(new DOMPoint(left * scale, top * scale));
  const x = place.x / shown.note.size[0];
  const y = place.y / shown.note.size[1];
  if (x < 0 || x > 1 || y < 0 || y > 1) return;
  const mark = $("mark");
  mark.hidden = true;
  void mark.offsetWidth; // Restart the animation.
  mark.style.left = `${left}px`;
  mark.style.top = `${top}px`;
  mark.hidden = false;
  clearTimeout(point.timer);
  point.timer = setTimeout(() => (mark.hidden = true), 1500);
  command("point", { x, y });
}

const keys = {
  " ": () => $("photo").click(),
  r: () => $("record").click(),
  c: () => {
    const next = (state.cameras.findIndex((camera) => camera.id === state.camera) + 1) % state.cameras.length;
    if (controls && state.cameras.length > 1) command("camera", { id: state.cameras[next].id });
  },
  m: () => setMirrored(!settings.mirrored),
  g: () => setGravity(gravities[(gravities.indexOf(settings.gravity) + 1) % gravities.length]),
  p: () => $("peaking").click(),
  t: () => state.centerStage !== undefined && controls && $("centerStage").click(),
  f: toggleFull,
  "+": () => zoom(state.zoom?.value * 1.25),
  "-": () => zoom(state.zoom?.value / 1.25),
  0: () => zoom(1),
};

document.addEventListener("keydown", (event) => {
  if (!state || event.ctrlKey || event.altKey || event.metaKey) return;
  const target = event.target;
  if (event.key === "Enter" && target === canvas) return point(canvas.clientWidth / 2, canvas.clientHeight / 2);
  // A focused control handles its own keys.
  const isControl = target.matches("select, input, button, summary, a");
  if (isControl && (target.matches("select, input[type=text]") || event.key === " ")) return;
  const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  // Holding a key takes one photo only.
  if (event.repeat && " rc".includes(event.key.toLowerCase())) return;
  action();
});

// MARK: Detections and files

const seen = new Map();
/** The absence after which an object is listed again, in seconds. */
const forgetAfter = 5;
const maximumLogLength = 100;

function log(note) {
  for (const object of note.objects) {
    const key = object.type === "face" ? `face ${object.id}` : `${object.type} ${object.text ?? object.bytes}`;
    const last = seen.get(key);
    seen.set(key, note.time);
    if (last === undefined || note.time - last > forgetAfter) enter(object);
  }
  if (seen.size > 1000) for (const [key, time] of seen) if (note.time - time > forgetAfter) seen.delete(key);
}

const spoken = [];

function enter(object) {
  const isFace = object.type === "face";
  const parts = isFace ? [{ text: `face ${object.id}`, escaped: false }] : visible(object.text ?? `${object.bytes} (base 64)`);
  const row = element("li");
  const time = element("time", new Date().toLocaleTimeString());
  const what = element("span", null, "what");
  what.append(...parts.map((part) => element("span", part.text, part.escaped ? "escaped" : "")));
  row.append(time, what);
  if (!isFace) {
    const copy = element("button", "Copy");
    copy.type = "button";
    copy.addEventListener("click", () => copyText(object.text ?? object.bytes, copy));
    row.append(copy, element("span"), element("span", object.type, "kind"));
  }
  $("log").prepend(row);
  while ($("log").childElementCount > maximumLogLength) $("log").lastElementChild.remove();
  $("nothing").hidden = true;
  // Codes are announced to screen readers, a few at a time.
  if (!isFace) spoken.push(`${object.type}: ${shorten(parts.map((part) => part.text).join(""))}`);
}

setInterval(() => {
  if (!spoken.length) return;
  const all = spoken.splice(0);
  $("spoken").textContent = all.slice(0, 3).join(", ") + (all.length > 3 ? `, and ${all.length - 3} more` : "");
}, 2000);

function element(name, text, className) {
  const element = document.createElement(name);
  if (text != null) element.textContent = text;
  if (className) element.className = className;
  return element;
}

async function copyText(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy failed";
  }
  setTimeout(() => (button.textContent = label), 1500);
}

let recordingSince = null;

function showRecording() {
  const seconds = state.recordedSeconds;
  $("record").setAttribute("aria-pressed", seconds !== undefined);
  $("recording").hidden = seconds === undefined;
  recordingSince = seconds === undefined ? null : performance.now() - seconds * 1000;
}

setInterval(() => {
  if (recordingSince === null) return;
  const seconds = Math.floor((performance.now() - recordingSince) / 1000);
  $("recording").querySelector("b").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}, 200);

function showFiles() {
  const names = state.files.map((file) => `${file.name} ${file.byteCount}`).join("\n");
  $("taken").hidden = !state.files.length || !controls;
  if ($("files").dataset.names === names) return;
  $("files").dataset.names = names;
  $("files").replaceChildren(...state.files.toReversed().map((file) => {
    const row = element("li");
    const fetching = element("button", "Download");
    fetching.type = "button";
    fetching.setAttribute("aria-label", `Download ${file.name}`);
    fetching.addEventListener("click", () => download(file.name));
    row.append(element("span", file.name), element("small", bytes(file.byteCount)), fetching);
    return row;
  }));
}

const bytes = (count) => (count < 1e6 ? `${Math.ceil(count / 1000)} kB` : `${(count / 1e6).toFixed(1)} MB`);

/** Adds a single-use ticket to a path, because downloads send no header and the token must not appear in an address. */
async function ticketed(path) {
  const { ticket } = await post("/ticket", { path });
  return `${path}?ticket=${ticket}`;
}

async function download(name) {
  try {
    const link = element("a");
    link.href = await ticketed(`/files/${encodeURIComponent(name)}`);
    link.download = name;
    link.click();
  } catch (error) {
    notice(error.message, 5);
  }
}

$("address").addEventListener("click", async () => {
  try {
    const address = location.origin + (await ticketed("/stream.mjpg"));
    $("addressText").value = address;
    $("addressText").hidden = false;
    $("addressText").select();
    await copyText(address, $("address"));
  } catch (error) {
    notice(error.message, 5);
  }
});

connect();
