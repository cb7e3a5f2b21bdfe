/**
 * Signs the feeds of a release: node_modules/.bin/node scripts/sign-release.mjs DIST PRIVATE_KEY_PEM [--days 60] [--earlier FOLDER]
 *
 * Each latest*.yml in DIST gets the time of signing, when it expires, and an Ed25519 signature over all that
 * it says. A package that was built with the public half (TIEOUT_UPDATE_KEY) believes no other feed and none
 * that has expired: sign the same feed again before it does. FOLDER holds the feeds of the release before,
 * whose files people may then go back to.
 */
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { signedBytes, trustedRelease } from "../src/main/hosts/electron/updates/release-signature.ts";

const require = createRequire(import.meta.url);
const { load } = createRequire(require.resolve("electron-updater"))("js-yaml");
const EARLIER_MAX = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { days: { type: "string", default: "60" }, earlier: { type: "string" } },
});
const [folder, keyFile] = positionals;
const days = Number(values.days);
if (folder === undefined || keyFile === undefined || !Number.isInteger(days) || days < 1) {
  process.stderr.write("usage: node scripts/sign-release.mjs DIST PRIVATE_KEY_PEM [--days 60] [--earlier FOLDER]\n");
  process.exit(2);
}
const key = createPrivateKey(readFileSync(keyFile));
if (key.asymmetricKeyType !== "ed25519") throw new Error("the key of releases is an Ed25519 key");
const publicKeyPem = createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
const now = Date.now();
const feeds = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
for (const name of feeds) {
  const path = join(folder, name);
  const old = readFileSync(path, "utf8");
  const text = old.replaceAll(/^tieout\w+:.*\n?/gm, "").trimEnd();
  const { version } = load(text);
  const ours = {
    tieoutSignedAt: new Date(now).toISOString(),
    tieoutExpiresAt: new Date(now + days * 24 * 60 * 60 * 1000).toISOString(),
    tieoutEarlier: values.earlier === undefined ? (load(old).tieoutEarlier ?? []) : earlierThan(version, join(values.earlier, name)),
  };
  // JSON is YAML, and quotes a time, so that it stays the text that it is.
  const stated = `${text}\n${Object.entries(ours)
    .map(([field, value]) => `${field}: ${JSON.stringify(value)}\n`)
    .join("")}`;
  const signed = `${stated}tieoutSignature: ${sign(null, signedBytes(load(stated)), key).toString("base64")}\n`;
  if (trustedRelease(load(signed), publicKeyPem) === null) throw new Error(`${name} isn't a feed that Tieout accepts`);
  writeFileSync(path, signed);
  process.stdout.write(`${name} signed until ${ours.tieoutExpiresAt}\n`);
}
if (feeds.length === 0) {
  process.stderr.write(`${folder} has no feed. Set TIEOUT_UPDATE_URL when you build the packages.\n`);
  process.exitCode = 1;
}

/** The release before this one and those that it names, as far as our own key signed them. */
function earlierThan(version, path) {
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  const before = trustedRelease(load(readFileSync(path, "utf8")), publicKeyPem);
  if (before === null) throw new Error(`${path} isn't signed with this key`);
  return [{ version: before.version, files: before.files }, ...(before.tieoutEarlier ?? [])]
    .filter((earlier) => earlier.version !== version)
    .slice(0, EARLIER_MAX);
}
