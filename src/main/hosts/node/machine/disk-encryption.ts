import { execFileSync } from "node:child_process";
import { platform } from "node:os";

/** Whether the disk of a folder is encrypted by the operating system; `unknown` where it does not tell. */
export interface DiskEncryption {
  readonly state: "encrypted" | "plain" | "unknown";
  readonly detail: string;
}

/** Runs a command of the system and returns what it prints. @throws when it fails */
export type RunCommand = (command: string, args: readonly string[]) => string;

/**
 * Asks the operating system, as far as it tells an ordinary user: dm-crypt on Linux, FileVault on
 * macOS, BitLocker on Windows. It only looks; the client files themselves are not encrypted.
 */
export function diskEncryption(home: string, run: RunCommand = runCommand, system: NodeJS.Platform = platform()): DiskEncryption {
  try {
    if (system === "linux") return ofLinux(home, run);
    if (system === "darwin") return ofFileVault(run("/usr/bin/fdesetup", ["status"]));
    if (system === "win32") return ofBitLocker(home, run);
  } catch (error) {
    return { state: "unknown", detail: `the operating system gave no answer (${(error as Error).message.split("\n")[0] ?? ""})` };
  }
  return { state: "unknown", detail: "unknown operating system" };
}

/** The device under the folder, and every device below that one; one of them of type crypt is enough. */
function ofLinux(home: string, run: RunCommand): DiskEncryption {
  const source = run("findmnt", ["--noheadings", "--output", "SOURCE", "--target", home])
    .trim()
    .replace(/\[.*\]$/, "");
  if (!source.startsWith("/dev/")) return { state: "unknown", detail: `the data folder is on ${source || "an unknown device"}` };
  const types = run("lsblk", ["--noheadings", "--inverse", "--list", "--output", "TYPE", source]).split(/\s+/).filter(Boolean);
  return types.includes("crypt")
    ? { state: "encrypted", detail: `${source} is encrypted with LUKS` }
    : { state: "plain", detail: `${source} isn't encrypted` };
}

function ofFileVault(status: string): DiskEncryption {
  if (/FileVault is On/i.test(status)) return { state: "encrypted", detail: "FileVault is on" };
  if (/FileVault is Off/i.test(status)) return { state: "plain", detail: "FileVault is off" };
  return { state: "unknown", detail: "FileVault doesn't say whether this disk is encrypted" };
}

function ofBitLocker(home: string, run: RunCommand): DiskEncryption {
  const drive = /^[A-Za-z]:/.exec(home)?.[0] ?? "C:";
  const script = `(New-Object -ComObject Shell.Application).NameSpace('${drive}').Self.ExtendedProperty('System.Volume.BitLockerProtection')`;
  const answer = run("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", script]).trim();
  if (answer === "1" || answer === "3" || answer === "5") return { state: "encrypted", detail: `${drive} is encrypted with BitLocker` };
  // 4: being decrypted; 8: waiting for activation, as on a new computer.
  if (answer === "2" || answer === "4" || answer === "8") return { state: "plain", detail: `BitLocker doesn't protect ${drive}` };
  return { state: "unknown", detail: `Windows doesn't say whether ${drive} is encrypted` };
}

function runCommand(command: string, args: readonly string[]): string {
  return execFileSync(command, [...args], { encoding: "utf8", timeout: 5000, stdio: ["ignore", "pipe", "pipe"] });
}
