import { totalmem } from "node:os";

const megabyte = 1024 * 1024;

/** The memory in bytes that this machine or container gives to Magazin. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** The settings of the embedded PostgreSQL for a machine with so many bytes of memory. */
export function embeddedSettings(memory: number): Record<string, string> {
  const inMegabytes = (bytes: number) => `${Math.max(16, Math.floor(bytes / megabyte))}MB`;
  return {
    shared_buffers: inMegabytes(Math.min(256 * megabyte, memory / 8)),
    effective_cache_size: inMegabytes(memory / 2),
    work_mem: "32MB",
    max_connections: "168",
    shared_preload_libraries: "",
    // Solid state disks, and a working set that fits into memory.
    random_page_cost: "1.1",
    // Lists answer in milliseconds: compiling a query or starting a worker takes longer than running it.
    jit: "off",
    max_parallel_workers_per_gather: "0",
    // A bulk load of a million boxes must not be interrupted by a checkpoint every few seconds.
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    wal_compression: "on",
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] ",
    // The log stays small and free of personal data: no statements, no values.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
  };
}
