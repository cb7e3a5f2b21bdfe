/**
 * Signs the feeds of a release: node_modules/.bin/node scripts/sign-release.mjs DIST PRIVATE_KEY_PEM
 *
 * Each latest*.yml in DIST gets a line with an Ed25519 signature over version, names, hashes and sizes.
 * A package that was built with the public half (TIEOUT_UPDATE_KEY) believes no other feed.
 */
import { createPrivateKey, sign } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { signedBytes } from "../src/main/hosts/electron/release-signature.ts";

const require = createRequire(import.meta.url);
const { load } = createRequire(require.resolve("electron-updater"))("js-yaml");

const [folder, keyFile] = process.argv.slice(2);
if (folder === undefined || keyFile === undefined) {
  process.stderr.write("usage: node scripts/sign-release.mjs DIST PRIVATE_KEY_PEM\n");
  process.exit(2);
}
const key = createPrivateKey(readFileSync(keyFile));
if (key.asymmetricKeyType !== "ed25519") throw new Error("the key of releases is an Ed25519 key");
const feeds = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
for (const name of feeds) {
  const path = join(folder, name);
  const text = readFileSync(path, "utf8").replace(/^tieoutSignature:.*\n?/m, "");
  const signature = sign(null, signedBytes(load(text)), key).toString("base64");
  writeFileSync(path, `${text.trimEnd()}\ntieoutSignature: ${signature}\n`);
  process.stdout.write(`${name} signed\n`);
}
if (feeds.length === 0) {
  process.stderr.write(`${folder} holds no feed: was TIEOUT_UPDATE_URL set when it was built?\n`);
  process.exitCode = 1;
}
