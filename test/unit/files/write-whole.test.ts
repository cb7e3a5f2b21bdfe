import { existsSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { writeWhole } from "#main/files/write-whole.ts";
import { tempHome } from "#test/support/temp-home.ts";

/** Files of this process that are open and no longer have a name. */
function openWithoutName(): string[] {
  return readdirSync("/proc/self/fd").filter((handle) => {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`).endsWith(".part (deleted)");
    } catch (error) {
      // The handle with which the folder was read is closed by now.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
  });
}

it("replaces a file by the pieces in their order, of any size", async () => {
  const path = join(tempHome(), "rows.csv");
  writeFileSync(path, "before");
  const large = "x".repeat(300_000);
  const made = await writeWhole(path, async (write) => {
    await write("a,b\n");
    expect(readFileSync(path, "utf8")).toBe("before");
    await write(Buffer.from("é\n"));
    await write(large);
    await write("end\n");
    return 4;
  });
  expect(made).toBe(4);
  expect(readFileSync(path, "utf8")).toBe(`a,b\né\n${large}end\n`);
  expect(readdirSync(join(path, ".."))).toEqual(["rows.csv"]);
});

it.runIf(existsSync("/dev/full"))("fails where the disk is full, however slowly the pieces come, and leaves nothing behind", async () => {
  const folder = tempHome();
  const path = join(folder, "rows.ndjson");
  symlinkSync("/dev/full", `${path}.part`);
  const piece = `{"row":"${"x".repeat(20_000)}"}\n`;
  await expect(
    writeWhole(path, async (write) => {
      for (let page = 0; page < 8; page++) {
        await write(piece);
        await setTimeout(20);
      }
    }),
  ).rejects.toMatchObject({ code: "ENOSPC" });
  // A small file is written at the end.
  symlinkSync("/dev/full", `${path}.part`);
  await expect(writeWhole(path, (write) => write("{}\n"))).rejects.toMatchObject({ code: "ENOSPC" });
  expect(readdirSync(folder)).toEqual([]);
});

it.runIf(existsSync("/proc/self/fd"))("closes and removes the file when the pieces can't be produced", async () => {
  const folder = tempHome();
  const path = join(folder, "b.bin");
  await expect(
    writeWhole(path, async (write) => {
      await write("x".repeat(100_000));
      throw new Error("the export was canceled");
    }),
  ).rejects.toThrow("canceled");
  expect(readdirSync(folder)).toEqual([]);
  expect(openWithoutName()).toEqual([]);
});
