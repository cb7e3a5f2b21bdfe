import { type Protocol, protocol } from "electron";
import { type PageFiles, servePageFile } from "#main/hosts/node/browser/page-files.ts";
import { HARDENING_HEADERS } from "#main/hosts/node/browser/page-policy.ts";
import { PAGE_HOST, PAGE_SCHEME } from "./page-address.ts";

/** Must run before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves the built window from memory; an address that is not a key of the map does not exist. */
export function servePage(on: Pick<Protocol, "handle">, files: PageFiles): void {
  on.handle(PAGE_SCHEME, (request) => {
    const { hostname, pathname } = new URL(request.url);
    const file = request.method === "GET" && hostname === PAGE_HOST ? files.get(pathname) : undefined;
    if (file === undefined) return new Response(null, { status: 404, headers: HARDENING_HEADERS });
    const { body, headers } = servePageFile(file);
    return new Response(new Uint8Array(body), { status: 200, headers });
  });
}
