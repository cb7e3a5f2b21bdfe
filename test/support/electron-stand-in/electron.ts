import { EventEmitter } from "node:events";
import { type RequestOptions, request } from "node:http";
import type { Ask, PageAnswer, Report, Sender } from "./messages.ts";

/**
 * What the shell uses of Electron, in a plain Node process. It records what is set up and lets a
 * test, over the process's message channel, play the person, the page and the attacker.
 */
type Options = Readonly<Record<string, unknown>> & { readonly width?: number; readonly height?: number };
type Handler = (event: unknown, message: unknown) => unknown;

const calls: string[] = [];
const note = (call: string): void => void calls.push(call);

// A packaged app is started without the path of its entry.
if (process.env.STAND_IN_PACKAGED === "1") process.argv.splice(1, 1);
Object.defineProperty(process, "resourcesPath", { value: process.env.STAND_IN_RESOURCES ?? import.meta.dirname });

class AppStandIn extends EventEmitter {
  readonly isPackaged = process.env.STAND_IN_PACKAGED === "1";
  readonly paths: Record<string, string> = {};
  enableSandbox = () => note("enableSandbox");
  setPath = (name: string, path: string): void => {
    this.paths[name] = path;
  };
  getVersion = () => process.env.STAND_IN_VERSION ?? "0.1.0";
  getName = () => "Tieout";
  getAppPath = () => process.cwd();
  getPath = (name: string) => this.paths[name] ?? "";
  releaseSingleInstanceLock = () => note("release lock");
  relaunch = (options: unknown) => note(`relaunch ${JSON.stringify(options)}`);
  requestSingleInstanceLock = () => process.env.STAND_IN_SECOND !== "1";
  whenReady = async () => note("ready");
  quit = () => {
    let prevented = false;
    this.emit("before-quit", {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (!prevented) this.exit(0);
  };
  exit = (status: number): never => process.exit(status);
}

class ContentsStandIn extends EventEmitter {
  readonly mainFrame = { url: "" };
  opener: ((details: { url: string }) => { action: string }) | null = null;
  setWindowOpenHandler = (opener: (details: { url: string }) => { action: string }): void => {
    this.opener = opener;
  };
  isDestroyed = () => false;
  reload = () => note("reload page");
  send = (channel: string, news: unknown): void => void process.send?.({ kind: "news", channel, news });
}

class WindowStandIn extends EventEmitter {
  static readonly all: WindowStandIn[] = [];
  static looked = true;
  readonly webContents = new ContentsStandIn();
  readonly options: Options;
  constructor(options: Options) {
    super();
    this.options = options;
    WindowStandIn.all.push(this);
    app.emit("web-contents-created", {}, this.webContents);
  }
  loadURL = async (url: string) => {
    this.webContents.mainFrame.url = url;
    note(`load ${url}`);
    this.emit("ready-to-show");
    setImmediate(() => process.send?.({ kind: "shown" }));
  };
  show = () => note("show");
  focus = () => note("focus");
  restore = () => note("restore");
  maximize = () => note("maximize");
  closed = false;
  isMinimized = () => true;
  isMaximized = () => false;
  isFocused = () => WindowStandIn.looked && WindowStandIn.all.at(-1) === this;
  isDestroyed = () => this.closed;
  getNormalBounds = () => ({ x: 40, y: 30, width: this.options.width, height: this.options.height });
  close = (): void => {
    this.emit("close", {});
    this.closed = true;
    WindowStandIn.all.splice(WindowStandIn.all.indexOf(this), 1);
    if (WindowStandIn.all.length === 0) app.emit("window-all-closed");
  };
}

class IpcMainStandIn extends EventEmitter {
  readonly handlers = new Map<string, Handler>();
  handle = (channel: string, handler: Handler): void => void this.handlers.set(channel, handler);
}

class SessionStandIn extends EventEmitter {
  request: ((contents: unknown, permission: string, callback: (granted: boolean) => void, details: unknown) => void) | null = null;
  check: ((contents: unknown, permission: string, origin: string) => boolean) | null = null;
  device: (() => boolean) | null = null;
  display: ((request: unknown, callback: (streams: object) => void) => void) | null = null;
  network: { readonly urls: readonly string[]; readonly judge: (details: unknown, callback: (answer: unknown) => void) => void } | null =
    null;
  setPermissionRequestHandler = (handler: SessionStandIn["request"]): void => {
    this.request = handler;
  };
  setPermissionCheckHandler = (handler: SessionStandIn["check"]): void => {
    this.check = handler;
  };
  setDevicePermissionHandler = (handler: SessionStandIn["device"]): void => {
    this.device = handler;
  };
  setDisplayMediaRequestHandler = (handler: SessionStandIn["display"]): void => {
    this.display = handler;
  };
  readonly webRequest = {
    onBeforeRequest: (filter: { urls: string[] }, judge: (details: unknown, callback: (answer: unknown) => void) => void): void => {
      this.network = { urls: filter.urls, judge };
    },
  };
}

let schemes: unknown = null;
let menuTemplate: unknown = [];
const served = new Map<string, (request: Request) => Response | Promise<Response>>();
const otherContents = new ContentsStandIn();

export const app = new AppStandIn();
export const BrowserWindow = WindowStandIn;
export const ipcMain = new IpcMainStandIn();
export const session = { defaultSession: new SessionStandIn(), fromPartition: () => ({}) };
export const nativeTheme = { shouldUseDarkColors: false };
export const net = { isOnline: () => true, request: (options: RequestOptions) => request(options) };
export const autoUpdater = new EventEmitter();
export const powerMonitor = new EventEmitter();
export const shell = {
  openExternal: async (url: string) => note(`open external ${url}`),
  openPath: async (path: string) => {
    note(`open path ${path}`);
    return "";
  },
  showItemInFolder: (path: string) => note(`show ${path}`),
};
export const utilityProcess = {
  fork: (path: string): never => {
    throw new Error(`the stand-in starts no ${path}`);
  },
};

export class Notification extends EventEmitter {
  static readonly isSupported = () => true;
  static readonly all: Notification[] = [];
  readonly options: unknown;
  constructor(options: unknown) {
    super();
    this.options = options;
    Notification.all.push(this);
  }
  show = () => note(`notification ${JSON.stringify(this.options)}`);
}

let personSays = 0;
let personChose = "";
export const dialog = {
  showMessageBox: async ({ message }: { message: string }): Promise<{ response: number }> => {
    note(`question: ${message}`);
    return { response: personSays };
  },
  showSaveDialog: async ({ title }: { title: string }) => {
    note(`save dialog: ${title}`);
    return { canceled: personSays === 0, filePath: personChose };
  },
  showOpenDialog: async ({ title }: { title: string }) => {
    note(`open dialog: ${title}`);
    return { canceled: personSays === 0, filePaths: [personChose] };
  },
  showMessageBoxSync: ({ message }: { message: string }): number => {
    note(`question: ${message}`);
    return 0;
  },
  showErrorBox: (title: string, text: string): void => note(`error box: ${title}: ${text}`),
};
export const protocol = {
  registerSchemesAsPrivileged: (list: unknown): void => {
    schemes = list;
    note("registerSchemes");
  },
  handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>): void => void served.set(scheme, handler),
};
export const Menu = {
  buildFromTemplate: (template: unknown): unknown => template,
  setApplicationMenu: (template: unknown): void => {
    menuTemplate = template;
  },
};
const display = { id: 1, workArea: { x: 0, y: 0, width: 1280, height: 800 } };
export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };

process.on("message", (message: { readonly id: number; readonly ask: Ask }) => {
  Promise.resolve(answer(message.ask)).then(
    (value) => process.send?.({ kind: "answer", id: message.id, value }),
    (error: unknown) => process.send?.({ kind: "answer", id: message.id, error: String(error) }),
  );
});

function answer(ask: Ask): unknown {
  switch (ask.kind) {
    case "report":
      return report();
    case "page":
      return page(ask.url, ask.method);
    case "invoke":
      return ipcMain.handlers.get(ask.channel)?.(eventOf(ask.sender), ask.message);
    case "send":
      return ipcMain.emit(ask.channel, eventOf(ask.sender), ask.message);
    case "contents":
      return WindowStandIn.all.map((window) => prevented((event) => window.webContents.emit(ask.event, event, ask.url)));
    case "open":
      return WindowStandIn.all.map((window) => window.webContents.opener?.({ url: ask.url }));
    case "permission":
      return permissions(ask.permission, ask.origin);
    case "network":
      return judged(ask.url);
    case "download":
      return download(ask.url, ask.name);
    case "second":
      return app.emit("second-instance", {}, ask.argv, "/");
    case "link":
      return prevented((event) => app.emit("open-url", event, ask.url));
    case "menu":
      return choose(ask.label);
    case "place":
      return WindowStandIn.all[ask.window]?.webContents.emit("did-navigate-in-page", {}, ask.url);
    case "close":
      return WindowStandIn.all[ask.window]?.close();
    case "look":
      WindowStandIn.looked = ask.at;
      return null;
    case "person":
      personSays = ask.says === "yes" ? 1 : 0;
      personChose = ask.chooses ?? "";
      return null;
    case "gone":
      return app.emit("render-process-gone", {}, WindowStandIn.all[0]?.webContents, { reason: ask.reason, exitCode: 9 });
    case "child-gone":
      return app.emit("child-process-gone", {}, { type: "Utility", reason: "crashed", exitCode: 11, name: ask.name });
    case "throw":
      return (
        setImmediate(() => {
          throw new Error(ask.message);
        }) !== undefined
      );
    case "listeners":
      return { certificateError: app.listenerCount("certificate-error"), login: app.listenerCount("login") };
    case "quit":
      return setImmediate(() => app.quit()) !== undefined;
  }
}

function report(): Report {
  return {
    calls,
    windows: WindowStandIn.all.map((window) => window.options),
    schemes,
    menu: (JSON.stringify(menuTemplate).match(/"(?:(?:role|label|accelerator)":"[^"]+"|enabled":false)/g) ?? []).map((pair) =>
      pair.replaceAll('"', ""),
    ),
    paths: app.paths,
    channels: [...ipcMain.handlers.keys(), ...ipcMain.eventNames().map(String)],
  };
}

async function page(url: string, method: string): Promise<PageAnswer | null> {
  const handler = served.get(new URL(url).protocol.replace(":", ""));
  const response = await handler?.(new Request(url, { method }));
  if (response === undefined) return null;
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    base64: Buffer.from(await response.arrayBuffer()).toString("base64"),
  };
}

function eventOf({ contents, frame, url }: Sender): unknown {
  const sender = contents === "own" ? (WindowStandIn.all[0]?.webContents ?? otherContents) : otherContents;
  if (frame === "main") sender.mainFrame.url = url;
  return { sender, senderFrame: { main: sender.mainFrame, sub: { url }, none: null }[frame] };
}

type Item = { readonly label?: string; readonly click?: () => void; readonly submenu?: readonly Item[] };

function choose(label: string): boolean {
  const find = (items: readonly Item[]): Item | undefined =>
    items.flatMap((item) => [item, ...(item.submenu ?? [])]).find((item) => item.label === label && item.click !== undefined);
  const item = find(menuTemplate as readonly Item[]);
  item?.click?.();
  return item !== undefined;
}

function download(url: string, name: string): unknown {
  let saved: unknown = null;
  const item = {
    getURL: () => url,
    getFilename: () => name,
    setSaveDialogOptions: (options: { defaultPath: string }): void => {
      saved = options.defaultPath;
    },
    once: () => item,
  };
  const page = WindowStandIn.all[0]?.webContents ?? otherContents;
  const denied = prevented((event) => session.defaultSession.emit("will-download", event, item, page));
  return { denied, saved };
}

function prevented(emit: (event: { preventDefault(): void }) => void): boolean {
  let seen = false;
  emit({
    preventDefault: () => {
      seen = true;
    },
  });
  return seen;
}

function permissions(permission: string, origin: string): readonly boolean[] {
  const { request, check, device, display } = session.defaultSession;
  let requested = true;
  let streams: object = { video: "screen" };
  request?.(
    {},
    permission,
    (granted) => {
      requested = granted;
    },
    { requestingUrl: origin },
  );
  display?.({}, (given) => {
    streams = given;
  });
  return [requested, check?.({}, permission, origin) ?? true, device?.() ?? true, Object.keys(streams).length > 0];
}

function judged(url: string): unknown {
  const { network } = session.defaultSession;
  const { protocol: scheme } = new URL(url);
  if (network?.urls.some((pattern) => pattern.startsWith(scheme)) !== true) return null;
  let answered: unknown = null;
  network.judge({ url }, (value) => {
    answered = value;
  });
  return answered;
}
