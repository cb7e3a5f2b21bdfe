import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stateForLandingPage } from "#main/signin/landing-page.ts";

const html = readFileSync(join(import.meta.dirname, "..", "..", "..", "resources", "landing", "index.html"), "utf8");
const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "";
const STATE = stateForLandingPage("A".repeat(43), `http://127.0.0.1:50123/${"0f".repeat(16)}`);

/** Opens the page as a browser would; null when it goes nowhere. */
function opened(search: string): string | null {
  let went: string | null = null;
  const location = {
    search,
    replace: (address: string) => {
      went = address;
    },
  };
  runInNewContext(script, { location, document: { getElementById: () => ({ textContent: "" }) }, URLSearchParams });
  return went;
}

describe("the https landing page", () => {
  it("runs its own script and nothing else, and loads nothing", () => {
    const hash = createHash("sha256").update(script).digest("base64");
    expect(html).toContain(`default-src 'none'; script-src 'sha256-${hash}'`);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/\s(src|href|on\w+)=/);
    expect(script).not.toMatch(/fetch|XMLHttp|sendBeacon|innerHTML|cookie|storage|import/i);
  });

  it("hands code, state and the chosen company over to this machine, and nothing more", () => {
    expect(opened(`?code=abc-1&state=${STATE}&realmId=9130&session_state=x&next=https%3A%2F%2Fevil.example`)).toBe(
      `http://127.0.0.1:50123/${"0f".repeat(16)}?state=${STATE}&code=abc-1&realmId=9130`,
    );
    expect(opened(`?error=access_denied&error_description=%3Cb%3E&state=${STATE}`)).toBe(
      `http://127.0.0.1:50123/${"0f".repeat(16)}?state=${STATE}&error=access_denied`,
    );
  });

  it.each([
    ["no state", "?code=1"],
    ["a short state", "?code=1&state=abc.50123.00"],
    ["another host as port", `?code=1&state=${"A".repeat(43)}.50123@evil.example.${"0f".repeat(16)}`],
    ["a path instead of a nonce", `?code=1&state=${"A".repeat(43)}.50123.${encodeURIComponent("../../evil")}`],
    ["a low port", `?code=1&state=${"A".repeat(43)}.80.${"0f".repeat(16)}`],
    ["a port beyond all", `?code=1&state=${"A".repeat(43)}.65536.${"0f".repeat(16)}`],
    ["two states", `?code=1&state=${STATE}&state=${STATE}`],
    ["no code", `?state=${STATE}`],
    ["two codes", `?code=1&code=2&state=${STATE}`],
    ["a code with a line break", `?code=a%0d%0ab&state=${STATE}`],
  ])("goes nowhere with %s", (_what, search) => {
    expect(opened(search)).toBeNull();
  });

  it("never leads anywhere but to 127.0.0.1, whatever it is given", () => {
    const value = fc.oneof(fc.string({ maxLength: 200 }), fc.webUrl(), fc.constant(STATE), fc.stringMatching(/^[\w.-]{40,90}$/));
    const pairs = fc.array(fc.tuple(fc.constantFrom("state", "code", "iss", "realmId", "error", "redirect"), value), { maxLength: 6 });
    fc.assert(
      fc.property(pairs, (given) => {
        const went = opened(`?${new URLSearchParams(given)}`);
        if (went === null) return;
        const url = new URL(went);
        expect([url.protocol, url.hostname, url.username, url.hash]).toEqual(["http:", "127.0.0.1", "", ""]);
        expect(url.pathname).toMatch(/^\/[0-9a-f]{32}$/);
      }),
      { numRuns: 500 },
    );
  });

  it("is asked for a path that can't be guessed, and no other", () => {
    expect(() => stateForLandingPage("A".repeat(43), "http://127.0.0.1:50123/signed-in")).toThrow();
  });
});
