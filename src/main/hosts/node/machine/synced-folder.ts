import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The facts about the machine around a folder; set by tests. */
export interface FolderSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names in a folder; none if it is missing or unreadable. */
  readonly names: (folder: string) => readonly string[];
  /** Mount points with the kind of file system on each. */
  readonly mounts: readonly { readonly at: string; readonly kind: string }[];
}

/** Folders that a cloud drive's program makes, by the name of a part of the path. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/^onedrive\b.*$/i, "OneDrive"],
  [/^dropbox( \(.*\))?$/i, "Dropbox"],
  [/^(google ?drive|googledrive-.*|drivefs|my drive)$/i, "Google Drive"],
  [/^(icloud ?drive|icloud~.*|com~apple~clouddocs|mobile documents)$/i, "iCloud Drive"],
  [/^cloudstorage$/i, "a cloud drive"],
  [/^(box|box sync)$/i, "Box"],
  [/^(nextcloud|owncloud|pcloud ?drive|proton ?drive)$/i, "a cloud drive"],
];
/** What such programs leave in the folder that they copy, whatever it is called. */
const BY_MARK: readonly (readonly [RegExp, string])[] = [
  [/^\.dropbox(\.cache)?$/, "Dropbox"],
  [/^\.tmp\.drive(download|upload)$/, "Google Drive"],
  [/^\.stfolder$/, "Syncthing"],
  [/^\.?_?sync_[0-9a-f]+\.db$/, "a cloud drive"],
];
const ONEDRIVE_VARIABLES = ["OneDrive", "OneDriveCommercial", "OneDriveConsumer"] as const;
const NETWORK =
  /^(nfs4?|cifs|smb[23]?|smbfs|afpfs|afs|webdav|davfs2?|ncpfs|ceph|glusterfs|lustre|fuse\.(sshfs|rclone|davfs2?|gvfsd-fuse|onedriver|google-drive-ocamlfuse|glusterfs|cephfs|s3fs|gcsfuse|curlftpfs|smbnetfs))$/;

/**
 * Who copies a folder behind our back, or keeps it on another machine; null when nobody does. A
 * database that is copied file by file while it is written comes out damaged more often than not.
 */
export function syncedBy(home: string, around: FolderSurroundings = surroundings()): string | null {
  const path = realPath(home);
  const parts = path.split(/[\\/]/);
  // Box is also a word: only the folder that the program makes in a person's home counts.
  const named = parts.map((part, at) => BY_NAME.find(([name]) => name.test(part) && (!/^box$/i.test(part) || isInHome(parts, at)))?.[1]);
  const byName = named.find((name) => name !== undefined);
  if (byName !== undefined) return byName;
  for (const variable of ONEDRIVE_VARIABLES) {
    const root = around.env[variable];
    if (root !== undefined && root !== "" && isBelow(path, root)) return "OneDrive";
  }
  for (let at = path; ; at = dirname(at)) {
    for (const name of around.names(at)) {
      const mark = BY_MARK.find(([pattern]) => pattern.test(name));
      // The program's own settings lie in the home folder and mark nothing.
      if (mark !== undefined && !(name === ".dropbox" && at === (around.env.HOME ?? ""))) return mark[1];
    }
    if (dirname(at) === at) break;
  }
  if (/^(\\\\|\/\/)[^\\/.?]/.test(home)) return "a network share";
  const mount = around.mounts.filter(({ at }) => isBelow(path, at)).sort((one, other) => other.at.length - one.at.length)[0];
  return mount !== undefined && NETWORK.test(mount.kind) ? `a network share (${mount.kind})` : null;
}

function surroundings(): FolderSurroundings {
  return { env: process.env, names: namesIn, mounts: mountsHere() };
}

/** Follows links, because one may lead to a cloud drive. For a path that doesn't exist yet, its parent counts. */
function realPath(path: string): string {
  for (let at = resolve(path), rest = ""; ; ) {
    if (existsSync(at)) return join(realpathSync(at), rest);
    const up = dirname(at);
    if (up === at) return resolve(path);
    rest = join(at.slice(up.length).replace(/^[\\/]/, ""), rest);
    at = up;
  }
}

function isInHome(parts: readonly string[], at: number): boolean {
  return at === 3 && /^(home|users)$/i.test(parts[1] ?? "");
}

function isBelow(path: string, folder: string): boolean {
  const root = folder.replace(/[\\/]+$/, "");
  return path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}\\`);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder above ours that we may not list tells nothing, which is no reason to refuse ours.
    return [];
  }
}

function mountsHere(): FolderSurroundings["mounts"] {
  try {
    if (process.platform === "linux") return linuxMounts(readFileSync("/proc/self/mountinfo", "utf8"));
    if (process.platform === "darwin") return macMounts(execFileSync("/sbin/mount", { encoding: "utf8", timeout: 2000 }));
    return [];
  } catch {
    // A system that does not tell its mounts is judged by names and marks alone.
    return [];
  }
}

/** Mounts as the kernel lists them: `... <at> ... - <kind> ...`, blanks in names as `\040`. */
export function linuxMounts(text: string): FolderSurroundings["mounts"] {
  return text.split("\n").flatMap((line) => {
    const [left, right] = line.split(" - ");
    const at = left?.split(" ")[4];
    const kind = right?.split(" ")[0];
    if (at === undefined || kind === undefined) return [];
    return { at: at.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))), kind };
  });
}

/** Mounts as macOS lists them: `<what> on <at> (<kind>, ...)`. */
export function macMounts(text: string): FolderSurroundings["mounts"] {
  return text.split("\n").flatMap((line) => {
    const match = /^.* on (.+) \(([a-z0-9_]+)[,)]/.exec(line);
    return match === null ? [] : { at: match[1] as string, kind: match[2] as string };
  });
}
