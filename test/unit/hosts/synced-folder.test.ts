import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diskEncryption } from "#main/hosts/node/machine/disk-encryption.ts";
import { type FolderSurroundings, linuxMounts, macMounts, syncedBy } from "#main/hosts/node/machine/synced-folder.ts";
import { tempHome } from "#test/support/temp-home.ts";

const plain: FolderSurroundings = { env: {}, names: () => [], mounts: [] };

describe("a folder that something else keeps", () => {
  it.each([
    ["/home/ann/Dropbox/firm", "Dropbox"],
    ["/home/ann/Dropbox (Ann & Co)/firm", "Dropbox"],
    ["/Users/ann/Library/CloudStorage/OneDrive-AnnCo/firm", "a cloud drive"],
    ["/Users/ann/Library/Mobile Documents/com~apple~CloudDocs/firm", "iCloud Drive"],
    ["/home/ann/OneDrive - Ann & Co/firm", "OneDrive"],
    ["/home/ann/Google Drive/firm", "Google Drive"],
    ["/home/ann/Box/firm", "Box"],
    ["/home/ann/Nextcloud/firm", "a cloud drive"],
    ["//server/share/firm", "a network share"],
  ])("%s is kept by %s", (home, by) => expect(syncedBy(home, plain)).toBe(by));

  it.each(["/home/ann/.local/share/tieout", "/home/ann/firm/box/tieout", "/srv/dropbox-notes/tieout", "/data/onedrives/tieout"])(
    "%s is this machine's own",
    (home) => expect(syncedBy(home, plain)).toBe(null),
  );

  it("is known by what the program leaves in it, by where the system says it is, and by its disk", () => {
    const marked = { ...plain, names: (folder: string) => (folder === "/data/sync" ? [".stfolder"] : []) };
    expect(syncedBy("/data/sync/firm", marked)).toBe("Syncthing");
    expect(syncedBy("/data/firm", marked)).toBe(null);
    const home = { ...plain, env: { HOME: "/home/ann" }, names: (folder: string) => (folder === "/home/ann" ? [".dropbox"] : []) };
    expect(syncedBy("/home/ann/tieout", home)).toBe(null);
    expect(syncedBy("/data/od/firm", { ...plain, env: { OneDriveCommercial: "/data/od" } })).toBe("OneDrive");
    const mounts = linuxMounts(
      "36 1 8:1 / / rw - ext4 /dev/sda1 rw\n40 36 0:5 / /mnt/office\\040files rw - cifs //srv/x rw\n41 36 0:6 / /mnt/near rw - ext4 /dev/sdb rw",
    );
    expect(syncedBy("/mnt/office files/firm", { ...plain, mounts })).toBe("a network share (cifs)");
    expect(syncedBy("/mnt/near/firm", { ...plain, mounts })).toBe(null);
    expect(macMounts("//ann@srv/x on /Volumes/x (smbfs, nodev)\n/dev/disk1 on / (apfs, local)")).toEqual([
      { at: "/Volumes/x", kind: "smbfs" },
      { at: "/", kind: "apfs" },
    ]);
  });

  it("is found behind a link", () => {
    const folder = tempHome();
    mkdirSync(join(folder, "Dropbox"));
    symlinkSync(join(folder, "Dropbox"), join(folder, "work"));
    expect(syncedBy(join(folder, "work", "new", "firm"), plain)).toBe("Dropbox");
  });
});

describe("the disk's encryption", () => {
  it.each([
    ["linux", ["/dev/mapper/root\n", "lvm\ncrypt\npart\ndisk\n"], "encrypted"],
    ["linux", ["/dev/sda1[/home]\n", "part\ndisk\n"], "plain"],
    ["linux", ["tmpfs\n"], "unknown"],
    ["darwin", ["FileVault is On.\n"], "encrypted"],
    ["darwin", ["FileVault is Off.\n"], "plain"],
    ["win32", ["1\r\n"], "encrypted"],
    ["win32", ["2\r\n"], "plain"],
    ["win32", ["\r\n"], "unknown"],
    ["sunos", [], "unknown"],
  ] as const)("on %s is read from %j as %s", (system, answers, state) => {
    const left = [...answers];
    expect(diskEncryption("/data", () => left.shift() ?? "", system as NodeJS.Platform).state).toBe(state);
  });

  it("is unknown where the system does not tell", () => {
    const broken = () => {
      throw new Error("no such command");
    };
    expect(diskEncryption("/data", broken, "linux")).toMatchObject({
      state: "unknown",
      detail: expect.stringContaining("no such command"),
    });
  });
});
