/**
 * How Tieout is packaged. What differs between the people who release it comes from their environment:
 *
 * TIEOUT_UPDATE_URL   https address of the update feed; without it the package takes no updates
 * TIEOUT_RELEASE=1    a release: what is not signed fails the build
 * TIEOUT_PUBLISHER    the name in the Windows certificate, pinned for later updates
 * TIEOUT_MAINTAINER   "Name <address>" of the Debian package
 *
 * A package is made on the system and the processor that it is for: the keychain binding is of the machine that installed it.
 * Certificates and passwords are electron-builder's own variables (CSC_LINK, APPLE_ID, ...): they are never here.
 */
const { TIEOUT_UPDATE_URL = "", TIEOUT_RELEASE = "", TIEOUT_PUBLISHER = "", TIEOUT_MAINTAINER = "" } = process.env;
const isRelease = TIEOUT_RELEASE === "1";

if (TIEOUT_UPDATE_URL !== "" && !TIEOUT_UPDATE_URL.startsWith("https://")) throw new Error("TIEOUT_UPDATE_URL must be an https address.");

const files = [
  "package.json",
  "out/{main,preload,renderer}/**",
  "out/update-key.pem",
  "!out/**/*.map",
  "resources/**",
  "!resources/packaging/**",
  // The Node that a checkout runs on: Electron brings its own.
  "!node_modules/node-linux-*/**",
  "!node_modules/node-win-*/**",
  "!node_modules/node-darwin-*/**",
  // Sources and tools that native modules are built with.
  "!node_modules/better-sqlite3/{deps,src,binding.gyp}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in
  "!node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}).node",
  "!node_modules/keytar/{src,binding.gyp}",
  "!node_modules/keytar/build/!(Release)",
  "!node_modules/keytar/build/Release/!(*.node)/**",
  "!node_modules/{node-abi,prebuild-install}/**",
  "!**/node_modules/node-addon-api/**",
  "!**/*.{md,markdown,map,ts,mts,cts,tsbuildinfo,gyp,gypi}",
  "!**/{test,tests,__tests__,docs,example,examples,bench,benchmark}/**",
];

/** Every one is named, so that a change of Electron's defaults changes nothing. */
const electronFuses = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

export default {
  appId: "app.tieout",
  productName: "Tieout",
  copyright: "Tieout",
  directories: { output: "dist", buildResources: "resources/packaging" },
  files,
  // Only what the system must load stands beside the archive: everything else is under its hash.
  asar: { smartUnpack: false },
  disableAsarIntegrity: false,
  asarUnpack: ["**/*.node"],
  electronFuses,
  // The native modules come as N-API bindings: nothing is compiled against Electron.
  npmRebuild: false,
  nodeGypRebuild: false,
  electronUpdaterCompatibility: ">=2.16",
  forceCodeSigning: false,
  protocols: [{ name: "A place in Tieout", schemes: ["tieout"], role: "Viewer" }],
  publish: TIEOUT_UPDATE_URL === "" ? null : [{ provider: "generic", url: TIEOUT_UPDATE_URL, channel: "latest" }],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in
  artifactName: "Tieout-${version}-${os}-${arch}.${ext}",
  extraMetadata: {
    homepage: "https://tieout.invalid",
    author: TIEOUT_MAINTAINER === "" ? "Tieout <nobody@tieout.invalid>" : TIEOUT_MAINTAINER,
  },
  win: {
    target: ["nsis"],
    icon: "resources/packaging/icon.png",
    requestedExecutionLevel: "asInvoker",
    verifyUpdateCodeSignature: true,
    forceCodeSigning: isRelease,
    ...(TIEOUT_PUBLISHER === "" ? {} : { signtoolOptions: { publisherName: [TIEOUT_PUBLISHER] } }),
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    include: "resources/packaging/installer.nsh",
  },
  mac: {
    // The updater needs the zip; people take the dmg.
    target: ["dmg", "zip"],
    icon: "resources/packaging/icon.png",
    category: "public.app-category.finance",
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: "resources/packaging/entitlements.mac.plist",
    entitlementsInherit: "resources/packaging/entitlements.mac.plist",
    notarize: isRelease,
    forceCodeSigning: isRelease,
  },
  linux: {
    target: ["AppImage", "deb"],
    icon: "resources/packaging/icons",
    executableName: "tieout",
    category: "Office",
    synopsis: "One desktop window over every client's ledger",
    maintainer: TIEOUT_MAINTAINER === "" ? "Tieout <nobody@tieout.invalid>" : TIEOUT_MAINTAINER,
    desktop: { entry: { Categories: "Office;Finance;", StartupWMClass: "Tieout" } },
  },
  // The keychain binding talks to the desktop's secret service.
  deb: {
    depends: ["libsecret-1-0", "libgtk-3-0", "libnss3", "libxss1", "libxtst6", "libatspi2.0-0", "libnotify4", "xdg-utils", "libuuid1"],
  },
};
