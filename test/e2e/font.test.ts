import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { LoopbackProcess } from "#test/support/loopback-process.ts";
import { rawRequest } from "#test/support/raw-http.ts";

/** The window brings its font, so that a text is as wide on every machine as it is here. */
const home = mkdtempSync(join(tmpdir(), "tieout-font-"));
let host: LoopbackProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  await ensureBuilt();
  [host, browser] = await Promise.all([LoopbackProcess.start(home, "build"), openChromium()]);
  page = await browser.newPage();
  await page.goto(await host.firstAddress());
  await page.getByRole("button", { name: "Open the demo firm" }).waitFor();
});

afterAll(async () => {
  await closePages(browser);
  await host?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Puts a text on the page in an element or a cell, and says how wide it is and which fonts of the machine or the page draw it. */
async function drawn(text: string, weight: number, role: "gridcell" | "none" = "none") {
  const width = await page.evaluate(
    async ([shown, bold, cell]) => {
      document.getElementById("probe")?.remove();
      const probe = document.createElement("span");
      probe.id = "probe";
      probe.role = cell;
      probe.textContent = shown;
      probe.style.fontWeight = String(bold);
      document.body.append(probe);
      await document.fonts.load(`${bold} 13px 'Inter Variable'`, shown);
      return probe.getBoundingClientRect().width;
    },
    [text, weight, role] as const,
  );
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("DOM.enable");
  await protocol.send("CSS.enable");
  const { root } = await protocol.send("DOM.getDocument");
  const { nodeId } = await protocol.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#probe" });
  const { fonts } = await protocol.send("CSS.getPlatformFontsForNode", { nodeId });
  await protocol.detach();
  return { width, fonts: fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont]) };
}

describe("the window's font", () => {
  it.each([
    ["English and figures", "Trial balance 1,234,567.89 (42.10) −5 % — “Q4” €"],
    ["names of customers", "Łukasz Żółć, Škoda, Çelik, Ærø, Nguyễn"],
    ["Cyrillic and Greek", "Оборот Αθήνα"],
  ])("draws %s, in every weight, with no font of the machine", async (_what, text) => {
    for (const weight of [400, 500, 600]) expect((await drawn(text, weight)).fonts).toEqual([["Inter", true]]);
  });

  it("has figures of one width in cells, so that columns of amounts line up", async () => {
    for (const weight of [400, 600]) {
      const measured: number[] = [];
      for (const figure of "0123456789") measured.push((await drawn(figure.repeat(20), weight, "gridcell")).width);
      expect(new Set(measured).size).toBe(1);
    }
  });

  it("doesn't tear the hyphens of words and file names apart outside columns", async () => {
    const torn = (await drawn("-".repeat(20), 400, "gridcell")).width;
    expect((await drawn("-".repeat(20), 400)).width).toBeLessThan(torn);
  });

  it("is there before anything is measured", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Open the demo firm" }).waitFor();
    expect(await page.evaluate(() => document.fonts.check("13px 'Inter Variable'"))).toBe(true);
  });

  it("comes from Tieout itself, as a font", async () => {
    const urls = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => name.endsWith(".woff2")),
    );
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) {
      expect(url.startsWith(host.address)).toBe(true);
      const { status, headers } = await rawRequest(host.port, { path: new URL(url).pathname });
      expect([status, headers["content-type"]]).toEqual([200, "font/woff2"]);
    }
  });
});
