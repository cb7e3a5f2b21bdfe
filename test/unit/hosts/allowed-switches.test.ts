import { describe, expect, it } from "vitest";
import { allowedArguments } from "#main/hosts/electron/allowed-switches.ts";

const LINK = "tieout://open/clients/one/documents";

describe("the command line of a packaged start", () => {
  it("keeps what is Tieout's own and drops what is harmless", () => {
    const own = ["--home", "/srv/books", "--safe-mode", "--", LINK];
    expect(allowedArguments([...own, "--lang=de", "--ozone-platform=x11", "--updated", "--disable-gpu"], "linux")).toEqual({
      ok: true,
      value: own,
    });
    expect(allowedArguments(["--home=C:\\books", "--DEMO"], "win32")).toMatchObject({ ok: true });
  });

  it.each<[string, NodeJS.Platform]>([
    ["--proxy-server=evil.example:1", "linux"],
    ["--proxy-pac-url=http://evil.example/", "linux"],
    ["--no-proxy-server", "darwin"],
    ["--disable-features=NetworkServiceSandbox", "linux"],
    ["--enable-features=x", "linux"],
    ["--host-resolver-rules=MAP * evil.example", "linux"],
    ["--remote-debugging-port=9222", "linux"],
    ["-remote-debugging-port=9222", "linux"],
    ["/remote-debugging-port=9222", "win32"],
    ["--Proxy-Server=evil.example:1", "win32"],
    ["--LANG=x", "linux"],
    ["--no-sandbox", "linux"],
    ["--a-switch-of-next-year", "linux"],
    ["--=", "linux"],
  ])("refuses %s on %s, alone, behind our options and beside a link", (argument, platform) => {
    for (const args of [[argument], ["--home", "/srv/books", argument], [LINK, argument], [argument, LINK], ["--", LINK, argument]])
      expect(allowedArguments(args, platform)).toMatchObject({ ok: false, failure: { code: "usage" } });
  });
});
