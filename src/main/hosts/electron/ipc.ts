import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import { z } from "zod";
import type { ShellDoor } from "#main/api/door.ts";
import { isTooLong, tooLong } from "#main/hosts/node/browser/call-size.ts";
import type { Log } from "#main/ports/index.ts";
import { EVENT_CHANNEL, INVOKE_CHANNEL, SUBSCRIBE_CHANNEL } from "#shared/contract/channels.ts";
import type { Reply } from "#shared/contract/reply.ts";
import { CallRate } from "./call-rate.ts";
import { isPageAddress } from "./page-address.ts";
import type { PathConsent } from "./path-consent.ts";

export interface IpcOptions {
  readonly door: ShellDoor;
  readonly log: Log;
  /** The contents of windows that this shell made. */
  readonly isOurs: (contents: WebContents) => boolean;
  readonly nowMs: () => number;
  /** Files and folders that a page may name. */
  readonly places: PathConsent;
}

const call = z.strictObject({ method: z.string().max(80), input: z.unknown() });
const listens = z.boolean();

/** Connects the three channels to the core: calls in, replies and news out. Errors cross as data. */
export function connectIpc(options: IpcOptions): void {
  const { door } = options;
  const rate = new CallRate(options.nowMs);
  ipcMain.handle(INVOKE_CHANNEL, async (event, message: unknown): Promise<Reply> => {
    if (!isTrusted(event, options)) return refused(options, INVOKE_CHANNEL);
    if (!rate.allows(event.sender))
      return {
        ok: false,
        failure: { code: "busy", message: "This window sent too many requests at once.", next: "Try again in a second." },
      };
    const parsed = call.safeParse(message);
    if (!parsed.success)
      return { ok: false, failure: { code: "invalid_input", message: "A call has a method and an input.", field: "input" } };
    if (isTooLong(message)) return { ok: false, failure: tooLong("input") };
    const { method, input } = parsed.data;
    if (!(await options.places.allows(method, door.namedPlaces(method, input))))
      return {
        ok: false,
        failure: {
          code: "cancelled",
          message: "Tieout can use only files and folders that you allow. Enter the full path, and choose Allow when asked.",
          field: "path",
        },
      };
    return door.route(method, input);
  });
  const listening = new Set<WebContents>();
  ipcMain.on(SUBSCRIBE_CHANNEL, (event, on: unknown) => {
    const wish = listens.safeParse(on);
    if (!isTrusted(event, options) || !wish.success) {
      refused(options, SUBSCRIBE_CHANNEL);
      return;
    }
    if (wish.data) listening.add(event.sender);
    else listening.delete(event.sender);
  });
  door.subscribe((news) => {
    for (const contents of listening) {
      if (contents.isDestroyed()) listening.delete(contents);
      else contents.send(EVENT_CHANNEL, news);
    }
  });
}

/** The main frame of a window that we made, showing exactly our page. */
function isTrusted(event: IpcMainEvent | IpcMainInvokeEvent, { isOurs }: IpcOptions): boolean {
  const frame = event.senderFrame;
  return frame !== null && isOurs(event.sender) && frame === event.sender.mainFrame && isPageAddress(frame.url);
}

function refused({ log }: IpcOptions, channel: string): Reply {
  log.warn("shell.sender_refused", { channel });
  return { ok: false, failure: { code: "invalid_input", message: "This page isn't allowed to use Tieout's data." } };
}
