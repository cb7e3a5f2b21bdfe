import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { PageAnswer } from "./electron-stand-in/messages.ts";
import type { ShellProcess } from "./shell-process.ts";

// Chromium knows no tieout: scheme; the page is given the same files and headers under this origin.
const ORIGIN = "https://app.tieout.test";
const PAGE = "tieout://app/";
const PRELOAD = join(import.meta.dirname, "..", "..", "out", "preload", "index.cjs");

/** The real window in a real page: files from the shell's protocol, calls through the real preload. */
export async function openShellPage(browser: Browser, shell: ShellProcess): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const url = `tieout://app${pathname}`;
    const answer = await shell.ask<PageAnswer>({ kind: "page", url, method: route.request().method() });
    await route.fulfill({ status: answer.status, headers: answer.headers, body: Buffer.from(answer.base64, "base64") });
  });
  const sender = { contents: "own", frame: "main", url: PAGE } as const;
  await page.exposeFunction("standInInvoke", (channel: string, message: unknown) =>
    shell.ask({ kind: "invoke", channel, message, sender }),
  );
  await page.exposeFunction("standInSend", (channel: string, message: unknown) => shell.ask({ kind: "send", channel, message, sender }));
  await page.addInitScript(preloadInPage(readFileSync(PRELOAD, "utf8")));
  shell.onNews((channel, news) => {
    // The page may just be closing; news that nobody reads is no fault.
    page
      .evaluate(([name, text]) => window.dispatchEvent(new CustomEvent(`stand-in:${name}`, { detail: text })), [channel, news] as const)
      .catch(() => undefined);
  });
  await page.goto(`${ORIGIN}/`);
  return page;
}

/** The preload as it was built, with the three things it takes from Electron. */
function preloadInPage(source: string): string {
  return `(() => {
    const heard = new Map();
    const electron = {
      contextBridge: { exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: Object.freeze(api) }) },
      ipcRenderer: {
        invoke: (channel, message) => window.standInInvoke(channel, message),
        send: (channel, message) => void window.standInSend(channel, message),
        on: (channel, listener) => {
          const wrapped = (event) => listener({ sender: "must not leak" }, event.detail);
          heard.set(listener, wrapped);
          window.addEventListener("stand-in:" + channel, wrapped);
        },
        off: (channel, listener) => window.removeEventListener("stand-in:" + channel, heard.get(listener)),
      },
    };
    const require = (name) => {
      if (name === "electron") return electron;
      throw new Error("a sandboxed preload cannot load " + name);
    };
    ((require, module, exports) => {${source}\n})(require, { exports: {} }, {});
  })()`;
}
