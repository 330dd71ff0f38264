import { userInfo } from "node:os";

/** Parts of Swift that keep things, each on three machines; the last figure distinguishes its ports. */
export const keepers = ["account", "container", "object"] as const;
export type Keeper = (typeof keepers)[number];

/** The programs of a store, and the Debian package that brings each. */
export const swiftPackages = {
  "swift-ring-builder": "swift",
  "swift-proxy-server": "swift-proxy",
  "swift-account-server": "swift-account",
  "swift-container-server": "swift-container",
  "swift-object-server": "swift-object",
  memcached: "memcached",
} as const;
export type SwiftPrograms = Readonly<Record<keyof typeof swiftPackages, string>>;

/** Where the keys of its one user are: `tempauth` lets it in by S3's signature. */
export const swiftKeys = { AWS_ACCESS_KEY_ID: "test:tester", AWS_SECRET_ACCESS_KEY: "testing" } as const;

interface Disk {
  /** In which each server has a folder of its own. */
  readonly devices: string;
  /** Where the rings are. */
  readonly rings: string;
  readonly port: number;
}

/** One process, not a parent with a worker that would outlive it. */
const alone = `bind_ip = 127.0.0.1
workers = 0
user = ${userInfo().username}
log_level = WARNING`;

/** Returns the settings of a server that keeps things. */
export const keeperSettings = (kind: Keeper, { devices, rings, port }: Disk): string => `[DEFAULT]
${alone}
bind_port = ${port}
devices = ${devices}
swift_dir = ${rings}
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const filters = ["catch_errors", "gatekeeper", "healthcheck", "listing_formats", "copy", "slo"];

/** Returns the settings of the server that everybody talks to, in S3. */
export const proxySettings = ({ rings, port }: Omit<Disk, "devices">, cache: number): string => `[DEFAULT]
${alone}
bind_port = ${port}
swift_dir = ${rings}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_interval = 1
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:s3api]
use = egg:swift#s3api
allow_multipart_uploads = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${swiftKeys.AWS_SECRET_ACCESS_KEY} .admin
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join("")}`;
