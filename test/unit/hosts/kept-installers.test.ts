import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { KeptInstallers } from "#main/hosts/electron/updates/kept-installers.ts";
import { signedBytes, trustedRelease } from "#main/hosts/electron/updates/release-signature.ts";
import { beforeFileCalls } from "#test/support/file-calls.ts";
import { tempHome } from "#test/support/temp-home.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const publicKeyPem = publicKey.export({ type: "spki", format: "pem" }).toString();

function release(version: string, content: string) {
  const files = [
    { url: `Tieout-${version}.AppImage`, sha512: createHash("sha512").update(content).digest("base64"), size: content.length },
  ];
  const feed = { version, files, tieoutSignedAt: "2026-11-21T09:00:00Z", tieoutExpiresAt: "2027-01-20T09:00:00Z" };
  const trusted = trustedRelease({ ...feed, tieoutSignature: sign(null, signedBytes(feed), privateKey).toString("base64") }, publicKeyPem);
  if (trusted === null) throw new Error("not trusted");
  return trusted;
}

it("a process killed while it keeps an installer leaves a list whose every entry can be gone back to", async () => {
  const [home, states] = [tempHome(), tempHome()];
  const kept = new KeptInstallers(home, publicKeyPem);
  const installer = join(home, "Tieout.AppImage");
  let count = 0;
  for (const version of ["1.0.0", "1.1.0", "1.2.0", "1.3.0"]) {
    writeFileSync(installer, `installer of ${version}`);
    mkdirSync(join(home, "installers"), { recursive: true });
    const stop = beforeFileCalls(() => cpSync(join(home, "installers"), join(states, String(count++), "installers"), { recursive: true }));
    onTestFinished(stop);
    expect(await kept.keep(version, installer, release(version, `installer of ${version}`))).toBe(true);
    stop();
  }
  expect(kept.versions()).toEqual(["1.3.0", "1.2.0", "1.1.0"]);
  expect(count).toBeGreaterThan(8);
  for (let at = 0; at < count; at++) {
    const then = new KeptInstallers(join(states, String(at)), publicKeyPem);
    for (const version of then.versions()) expect([at, version, await then.find(version)]).not.toContain(null);
  }
});

it("a list with a number that JSON reads as infinite offers nothing to go back to", async () => {
  const home = tempHome();
  const kept = new KeptInstallers(home, publicKeyPem);
  const installer = join(home, "Tieout.AppImage");
  writeFileSync(installer, "installer of 1.0.0");
  await kept.keep("1.0.0", installer, release("1.0.0", "installer of 1.0.0"));
  const list = join(home, "installers", "installers.json");
  writeFileSync(list, readFileSync(list, "utf8").replace('"version":"1.0.0","files"', '"version":"1.0.0","odd":1e400,"files"'));
  expect(readFileSync(list, "utf8")).toContain("1e400");
  expect([kept.versions(), await kept.find("1.0.0")]).toEqual([["1.0.0"], null]);
});
