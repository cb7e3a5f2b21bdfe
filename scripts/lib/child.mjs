import { spawn } from "node:child_process";
import { constants } from "node:os";
import { watchParents } from "./parents.mjs";

const GRACE_MS = 10_000;
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a command in this terminal until it ends. Signals are passed on, and when this process loses
 * its parent (npm does not always pass SIGTERM on) the command is ended too.
 * @returns the exit status; 128 + n after signal n
 */
export function runAttached(command, args, options = {}) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  const stop = (signal) => {
    child.kill(signal);
    setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
  };
  const listeners = FORWARDED.map((signal) => {
    // A Ctrl-C at the terminal has reached the whole group already; a second one could mean "at once".
    const listener = () => (signal === "SIGINT" && process.stdin.isTTY ? undefined : stop(signal));
    process.on(signal, listener);
    return [signal, listener];
  });
  const unwatch = watchParents(() => stop("SIGTERM"));
  return new Promise((resolve) => {
    const ended = (code) => {
      unwatch();
      for (const [signal, listener] of listeners) process.off(signal, listener);
      resolve(code);
    };
    child.on("error", (error) => {
      process.stderr.write(`${command} can't be started: ${error.message}\n`);
      ended(127);
    });
    child.on("exit", (code, signal) => ended(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/**
 * Runs a command with its output kept aside, in a process group of its own so that a time limit
 * ends everything it started.
 * @returns status, and stdout and stderr as they came
 */
export function runQuiet(command, args, { limitMs = 0, ...options } = {}) {
  const grouped = process.platform !== "win32";
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], detached: grouped, ...options });
  const stop = () => {
    if (child.pid === undefined) return;
    try {
      if (grouped) process.kill(-child.pid, "SIGKILL");
      else child.kill("SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  };
  const onSignal = (signal) => {
    stop();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of FORWARDED) process.on(signal, onSignal);
  const limit = limitMs > 0 ? setTimeout(stop, limitMs) : undefined;
  const unwatch = watchParents(() => onSignal("SIGTERM"));
  const parts = { stdout: [], stderr: [], all: [] };
  for (const name of ["stdout", "stderr"]) {
    child[name].on("data", (chunk) => {
      parts[name].push(chunk);
      parts.all.push(chunk);
    });
  }
  const text = (name) => Buffer.concat(parts[name]).toString("utf8");
  return new Promise((resolve) => {
    const ended = (code, extra = "") => {
      clearTimeout(limit);
      unwatch();
      for (const signal of FORWARDED) process.off(signal, onSignal);
      resolve({ code, stdout: text("stdout"), stderr: text("stderr"), output: text("all") + extra });
    };
    child.on("error", (error) => ended(127, error.message));
    child.on("close", (code) => ended(code ?? 137));
  });
}
