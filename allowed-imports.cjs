/**
 * Who may import whom. This table is the input of dependency-cruiser.cjs; a folder's own files are
 * always allowed, and everything that is not named here is forbidden.
 *
 * files     regular expression of the zone's files (each file of src is in exactly one zone)
 * imports   zones that it may import
 * types     zones of which it may import types only: they vanish at run time
 * packages  npm packages
 * node      Node built-ins
 */
const SHARED = ["shared/kernel", "shared/language", "shared/model", "shared/contract"];
const LEDGER_SURFACE = ["main/ledgers", "main/ledgers/registry"];

const zones = {
  "shared/kernel": { files: "^src/shared/kernel/", imports: [], packages: ["decimal.js"] },
  // English as the firm writes it, for everything that the core, the command line, exports and packs say.
  "shared/language": { files: "^src/shared/language/", imports: [] },
  "shared/model": { files: "^src/shared/model/", imports: ["shared/kernel", "shared/language"], packages: ["zod"] },
  // The preload runs sandboxed and may hold nothing but the three names.
  "shared/contract/channels": { files: "^src/shared/contract/channels\\.ts$", imports: [] },
  "shared/contract": {
    files: "^src/shared/contract/(?!channels\\.ts$)",
    imports: ["shared/kernel", "shared/language", "shared/model"],
    packages: ["zod"],
  },

  "main/ports": { files: "^src/main/ports/", imports: SHARED },
  "main/files": { files: "^src/main/files/", imports: ["main/ports", ...SHARED], packages: ["zod"], node: true },
  "main/domain": { files: "^src/main/domain/", imports: SHARED },
  // Sends for every ledger and knows none: the adapter's surface is a type here.
  "main/transport": { files: "^src/main/transport/", imports: ["main/ports", ...SHARED], types: ["main/ledgers"], packages: ["zod"] },
  // A person or a certificate signs in: the protocol is the library's, the network is the port's.
  "main/signin": {
    files: "^src/main/signin/",
    imports: ["main/transport", "main/ports", ...SHARED],
    packages: ["openid-client", "@peculiar/x509", "oauth-1.0a", "zod"],
    // Keys and signatures: the platform's own cryptography.
    node: true,
  },
  // The client's and the firm's files: opened, migrated, written, backed up.
  "main/store": {
    files: "^src/main/store/(database|records|migrations|safety|views)/",
    imports: ["main/files", "main/ports", ...SHARED],
    packages: ["better-sqlite3", "kysely", "zod"],
    node: true,
  },

  // What the three adapters share; only the registry sees them all, and they never see each other.
  "main/ledgers": { files: "^src/main/ledgers/(?!registry\\.ts$)[^/]+\\.ts$", imports: SHARED, types: ["main/ports"], packages: ["zod"] },
  "main/ledgers/registry": {
    files: "^src/main/ledgers/registry\\.ts$",
    imports: ["main/ledgers", "main/ledgers/a", "main/ledgers/b", "main/ledgers/c", ...SHARED],
  },
  ...adapters("a", "b", "c"),

  // What is asked of those files and decided in them, an area a folder. All SQL is under src/main/store.
  "main/store/areas": {
    files: "^src/main/store/(?!database/|records/|migrations/|safety/|views/|ingest/|server/)",
    imports: ["main/domain", "main/signatures", "main/store", "main/ports", ...SHARED],
    packages: ["kysely", "zod"],
  },
  // The firm's PostgreSQL, where several people share one set of books: loaded only where a firm has one.
  "main/store/server": {
    files: "^src/main/store/server/",
    imports: SHARED,
    types: ["main/store", "main/store/ingest", "main/transport"],
    packages: ["kysely", "pg", "zod"],
    node: true,
  },
  // Several people and machines of one firm: what the core asks whether or not there is a server.
  "main/firm": {
    files: "^src/main/firm/",
    imports: ["main/store/server", "main/workers", "main/transport", "main/signatures", "main/domain", "main/ports", ...SHARED],
    types: ["main/signin", "main/store/areas", "main/store/ingest", "main/store"],
    packages: ["age-encryption", "zod"],
    node: true,
  },
  // What a ledger sent becomes rows, and is posted: the one part of the store that maps with an adapter.
  "main/store/ingest": {
    files: "^src/main/store/ingest/",
    imports: ["main/store/areas", "main/store", "main/domain", ...LEDGER_SURFACE, "main/ports", ...SHARED],
    packages: ["zod"],
    node: true,
  },
  // Keys and signatures of people, by the platform's own cryptography.
  "main/signatures": { files: "^src/main/signatures/", imports: SHARED, node: true },
  // Makes and checks close packs in a thread of its own; checking one needs no data folder, so a host may do that itself.
  "main/pack": {
    files: "^src/main/pack/",
    imports: ["main/signatures", "main/store/areas", "main/store", "main/domain", "main/files", "main/ports", ...SHARED],
    packages: ["fflate", "hucre", "hyparquet-writer", "pdfmake", "zod"],
    node: true,
  },
  // How an operation is declared; the doors and threads derive what they need from the declarations.
  "main/operations": {
    files: "^src/main/operations/(?!collection\\.ts$)",
    imports: SHARED,
    types: ["main/api", "main/store/areas", "main/store", "main/domain"],
    packages: ["zod"],
  },
  "main/operations/collection": {
    files: "^src/main/operations/collection\\.ts$",
    imports: ["main/operations", "main/features", ...SHARED],
    packages: ["zod"],
  },
  // What a bookkeeper does, an area a folder: its operations, its rules, its words. It runs on the thread that owns the
  // file, or in the core with what the context hands over; it never sends by itself.
  "main/features": {
    files: "^src/main/features/",
    imports: ["main/operations", "main/store/areas", "main/store", "main/domain", "main/ledgers/registry", ...SHARED],
    types: ["main/api", "main/ledgers"],
    packages: ["zod"],
  },
  // Not transport: a thread that can not send can not hold a second limiter (rule 27 by construction).
  "main/workers": {
    files: "^src/main/workers/",
    imports: [
      "main/operations",
      "main/operations/collection",
      "main/pack",
      "main/store/areas",
      "main/store/ingest",
      "main/store",
      "main/domain",
      ...LEDGER_SURFACE,
      "main/files",
      "main/ports",
      ...SHARED,
    ],
    packages: ["zod"],
    node: true,
  },
  // Not store: the core thread opens no file. It names the shapes of the answers that workers give.
  "main/sync": {
    files: "^src/main/sync/",
    imports: ["main/transport", "main/workers", ...LEDGER_SURFACE, "main/domain", "main/ports", ...SHARED],
    types: ["main/store/areas", "main/store/ingest", "main/store"],
  },
  // As sync: it sends through the same links and leaves files to the workers.
  "main/writeback": {
    files: "^src/main/writeback/",
    imports: ["main/sync", "main/workers", ...LEDGER_SURFACE, "main/domain", "main/ports", ...SHARED],
    types: ["main/store/areas", "main/store/ingest", "main/store"],
  },
  "main/api": {
    files: "^src/main/api/",
    imports: ["main/operations", "main/operations/collection", "main/sync", "main/writeback", "main/workers", "main/ports", ...SHARED],
    types: ["main/firm", "main/pack", "main/store/areas"],
    packages: ["zod"],
  },
  "main/runtime": {
    files: "^src/main/runtime/",
    imports: [
      "main/api",
      "main/firm",
      "main/sync",
      "main/writeback",
      "main/workers",
      "main/transport",
      "main/signin",
      "main/signatures",
      ...LEDGER_SURFACE,
      "main/ports",
      ...SHARED,
    ],
    types: ["main/firm", "main/store/areas"],
    packages: ["zod"],
  },
  // What a verb of the command line may use of its host besides the core's door.
  "main/hosts/node/parts": {
    files: "^src/main/hosts/node/(clock|entries|output|terminal-text)\\.ts$",
    imports: ["main/ports", ...SHARED],
    types: ["main/operations"],
    node: true,
  },
  // One door for all: a verb reaches the core through the router and has no way around it. It may check and write files by itself.
  "main/hosts/node/commands": {
    files: "^src/main/hosts/node/commands/",
    imports: [
      "main/hosts/node/parts",
      "main/operations",
      "main/operations/collection",
      "main/files",
      "main/pack",
      "main/ledgers",
      ...SHARED,
    ],
    types: ["main/api"],
    packages: ["@modelcontextprotocol/sdk", "zod"],
    node: true,
  },
  "main/hosts/node": {
    files: "^src/main/hosts/node/(?!commands/|(?:clock|entries|output|terminal-text)\\.ts$)",
    // A host reads profile and limit files for the core, hence the ledgers' shared files.
    imports: [
      "main/hosts/node/commands",
      "main/hosts/node/parts",
      "main/runtime",
      "main/pack",
      "main/files",
      "main/ports",
      "simulator",
      "main/ledgers",
      ...SHARED,
    ],
    // The demo firm's people ask through the door as anybody does, with its operations' types.
    types: ["main/api", "main/operations/collection"],
    packages: ["@napi-rs/keyring", "better-sqlite3", "hucre", "keytar", "pino", "undici", "zod"],
    node: true,
  },
  "main/hosts/electron": {
    files: "^src/main/hosts/electron/",
    // Not the runtime: a window, too, comes in through the door.
    imports: ["main/hosts/node", "main/hosts/node/parts", "main/files", "main/ports", "simulator", "shared/contract/channels", ...SHARED],
    types: ["main/api"],
    packages: ["electron", "electron-updater", "zod"],
    node: true,
  },
  // An independent reading of the specification: it shares no model, so that a shared error can not cancel out.
  // ports: the in-process ledger is an Http port, and an Http port throws the failure that the port declares.
  simulator: {
    files: "^src/simulator/",
    imports: ["shared/kernel", "main/ports"],
    packages: ["better-sqlite3"],
    node: true,
  },
  "main entries": {
    files: "^src/main/[^/]+\\.ts$",
    imports: ["main/hosts/node", "main/hosts/node/parts", "main/hosts/electron", "main/workers", "simulator", ...SHARED],
    packages: ["zod"],
    node: true,
  },

  preload: { files: "^src/preload/", imports: ["shared/contract/channels"], packages: ["electron"] },

  "renderer/styles": { files: "^src/renderer/(styles/|.*\\.d\\.ts$|index\\.html$)", imports: [] },
  // The words of the window, each by its English text.
  "renderer/language": {
    files: "^src/renderer/language/",
    imports: ["shared/language"],
    packages: ["react", "intl-messageformat"],
  },
  "renderer/format": { files: "^src/renderer/format/", imports: ["renderer/language", ...SHARED], types: ["main/operations/collection"] },
  // The parts of screens: controls, grids, charts, dialogs, and blocks that ask and act by themselves for every feature.
  "renderer/ui": {
    files: "^src/renderer/ui/",
    imports: ["renderer/language", "renderer/state", "renderer/api", "renderer/format", "renderer/styles", ...SHARED],
    types: ["main/operations/collection"],
    // zustand: a grid keeps how it was arranged. hucre: it writes a workbook of what it shows.
    packages: [
      "react",
      "react-dom",
      "react-aria-components",
      "lucide-react",
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "@visx/scale",
      "@visx/shape",
      "hucre",
      "wouter",
      "zustand",
    ],
  },
  "renderer/api": {
    files: "^src/renderer/api/",
    imports: ["renderer/language", "renderer/format", "shared/contract/channels", ...SHARED],
    types: ["main/operations/collection"],
    packages: ["react", "@tanstack/react-query", "zod"],
  },
  "renderer/state": {
    files: "^src/renderer/state/",
    imports: ["renderer/language", "renderer/api", "renderer/format", ...SHARED],
    types: ["main/operations/collection"],
    packages: ["react", "zustand", "@tanstack/react-query", "zod"],
  },
  "renderer/features": {
    files: "^src/renderer/features/",
    imports: ["renderer/language", "renderer/state", "renderer/api", "renderer/ui", "renderer/format", "renderer/styles", ...SHARED],
    types: ["main/operations/collection"],
    packages: [
      "react",
      "react-dom",
      "react-aria-components",
      "lucide-react",
      "marked",
      "@tanstack/react-virtual",
      "@tanstack/react-query",
      "wouter",
      "zod",
    ],
  },
  "renderer entry": {
    files: "^src/renderer/(?!.*\\.d\\.ts$)[^/]+\\.(tsx?|css)$",
    imports: [
      "renderer/features",
      "renderer/state",
      "renderer/api",
      "renderer/ui",
      "renderer/language",
      "renderer/format",
      "renderer/styles",
      ...SHARED,
    ],
    packages: ["@fontsource-variable/inter", "react", "react-dom", "@tanstack/react-query", "wouter", "zod"],
  },
};

function adapters(...letters) {
  return Object.fromEntries(
    letters.map((letter) => [
      `main/ledgers/${letter}`,
      { files: `^src/main/ledgers/${letter}/`, imports: ["main/ledgers", ...SHARED], types: ["main/ports"], packages: ["zod"] },
    ]),
  );
}

module.exports = { zones };
