import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { repeatedKey } from "#shared/kernel/repeated-key.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** A file that a person named and that isn't one we read. The message ends a sentence: "it is a folder". */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
}

// Without O_NONBLOCK, opening a pipe waits until somebody writes into it. Windows has no such flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const MB = 1024 * 1024;

/**
 * Opens a file that a person named, for the length of `act`.
 * @param act gets the descriptor and the file's size
 * @throws FileRefused when it isn't a regular file or has more bytes than `bytesMax`; what the file system says
 */
export function withNamedFile<T>(path: string, bytesMax: number, act: (descriptor: number, bytes: number) => T): T {
  // Opening a device can do something, so it is looked at first. What is opened is looked at again.
  sizeOf(statSync(path), bytesMax);
  const descriptor = openSync(path, FLAGS);
  try {
    return act(descriptor, sizeOf(fstatSync(descriptor), bytesMax));
  } finally {
    closeSync(descriptor);
  }
}

/** Opens a file that a person named, to be read in pieces. The caller closes it. @throws as `withNamedFile` */
export async function openNamedFile(path: string, bytesMax: number): Promise<FileHandle> {
  sizeOf(await stat(path), bytesMax);
  const handle = await open(path, FLAGS);
  try {
    sizeOf(await handle.stat(), bytesMax);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Reads a file that a person named.
 * @param field the option or field that named it
 * @returns a failure with code `invalid_input` and that field when it can't be read
 */
export function readNamedFile(path: string, field: string, bytesMax: number): Result<Buffer, Failure> {
  try {
    return ok(withNamedFile(path, bytesMax, readWhole));
  } catch (error) {
    return fail(notRead(path, field, error));
  }
}

/** Reads a large file that a person named while other work goes on. @returns as `readNamedFile` */
export async function readNamedFileAside(path: string, field: string, bytesMax: number): Promise<Result<Buffer, Failure>> {
  try {
    const handle = await openNamedFile(path, bytesMax);
    try {
      return ok(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail(notRead(path, field, error));
  }
}

/** Reads a JSON file that a person named. The failure quotes nothing of the file but a key that an object has twice. @returns as `readNamedFile` */
export function readNamedJson(path: string, field: string, bytesMax = 16 * MB): Result<unknown, Failure> {
  const read = readNamedFile(path, field, bytesMax);
  if (!read.ok) return read;
  try {
    const text = read.value.toString("utf8");
    const value = JSON.parse(text) as unknown;
    const repeated = repeatedKey(text);
    if (repeated === null) return ok(value);
    return fail({ code: "invalid_input", message: `“${repeated}” appears twice in ${path}. Remove one of the two.`, field: repeated });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail({ code: "invalid_input", message: `${path} isn't JSON${placeIn(error)}.`, field });
  }
}

function notRead(path: string, field: string, error: unknown): Failure {
  return { code: "invalid_input", message: `${path} can't be read: ${reasonOf(error)}.`, field };
}

/** Why a file can't be opened or read, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof FileRefused) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return REASONS[code] ?? code;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "you don't have permission",
  EPERM: "you don't have permission",
  EISDIR: "it is a folder",
};

const NOT_WRITTEN: Readonly<Record<string, string>> = {
  ...REASONS,
  ENOENT: "its folder doesn't exist",
  ENOTDIR: "its folder doesn't exist",
  EEXIST: "a file with this name already exists",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
};

/** Why a file can't be written, as the end of a sentence. */
export function whyNotWritten(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return NOT_WRITTEN[code] ?? message;
}

function sizeOf(stats: Stats, bytesMax: number): number {
  if (stats.isDirectory()) throw new FileRefused("it is a folder");
  if (!stats.isFile()) throw new FileRefused("it isn't a regular file");
  if (stats.size > bytesMax) throw new FileRefused(`it is larger than ${sizeText(bytesMax)}`);
  return stats.size;
}

function readWhole(descriptor: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  let read = 0;
  while (read < bytes) {
    const more = readSync(descriptor, buffer, read, bytes - read, read);
    if (more === 0) break;
    read += more;
  }
  return buffer.subarray(0, read);
}

function sizeText(bytes: number): string {
  return bytes < MB ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / MB)} MB`;
}

/** Line and column where the reading failed, when the engine says so; its message itself quotes the file. */
function placeIn({ message }: SyntaxError): string {
  const place = /\(line (\d+) column (\d+)\)/.exec(message);
  return place === null ? "" : ` (line ${place[1]}, column ${place[2]})`;
}
