import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { headlessProcess } from "#test/support/headless.ts";
import { type SmallDisk, smallDisk } from "#test/support/small-disk.ts";

const made = smallDisk(16 * 1024 * 1024, "commands on a full disk");
const disk = made as SmallDisk;
afterAll(() => made?.remove());

describe.runIf(made !== null)("the headless contract: a full disk", () => {
  it("is answered from, and named with what is missing on it where something would be written", async () => {
    const home = join(disk.folder, "home");
    expect((await headlessProcess(home, ["client", "add", "--name", "One"])).status).toBe(0);
    const release = disk.fill();
    const list = await headlessProcess(home, ["client", "list"]);
    const doctor = await headlessProcess(home, ["doctor"], { forPeople: true });
    const added = await headlessProcess(home, ["client", "add", "--name", "Two"]);
    release();
    expect([list.status, list.stderr, list.rows()]).toEqual([0, "", [expect.objectContaining({ name: "One" })]]);
    const missing = `The disk that holds ${home} has 0 kB free, but 32 MB is needed (32 MB more).`;
    expect([doctor.status, doctor.stderr, doctor.stdout]).toEqual([1, "", expect.stringContaining(`BAD   disk space: ${missing}`)]);
    expect([added.status, added.error()]).toEqual([
      1,
      expect.objectContaining({ code: "disk_full", message: expect.stringContaining(missing) }),
    ]);
  });
});
