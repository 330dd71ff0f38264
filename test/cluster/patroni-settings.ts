/** Where a node listens, and where it is reached: by links that can be cut. */
export interface Ports {
  readonly postgres: number;
  readonly rest: number;
  /** For the servers of the product. */
  readonly clientLink: number;
  /** For the other nodes. */
  readonly nodeLink: number;
  readonly restLink: number;
  readonly etcdLink: number;
}

/** Passwords of the cluster. Their owners matter only here: the cluster listens on this machine and lives for minutes. */
export const passwords = {
  postgres: "Chef-der-Daten",
  replicator: "Zweite-Schrift",
  magazin: "Kisten-und-Akten",
} as const;

/** s; as short as Patroni allows: a key lives 20 s at least, within which a round and two tries of etcd must fit. */
const pace = { ttl: 20, loopWait: 3, retryTimeout: 8 } as const;

interface Place {
  readonly name: string;
  readonly ports: Ports;
  /** The folder in which the node has its data, its socket and its passwords. */
  readonly room: string;
  /** Location of PostgreSQL's programs. */
  readonly programs: string;
}

/**
 * Returns the settings of a node's Patroni, as YAML. They use etcd's API of version 2. By version 3, Debian 12's Patroni (3.0.2) lets a primary that
 * stood still take the leader's key from its successor. Data written in between is then lost.
 */
export const patroniSettings = ({ name, ports, room, programs }: Place) => `
scope: magazin
name: ${name}
restapi:
  listen: 127.0.0.1:${ports.rest}
  connect_address: 127.0.0.1:${ports.restLink}
etcd:
  host: 127.0.0.1:${ports.etcdLink}
  use_proxies: true
bootstrap:
  dcs:
    ttl: ${pace.ttl}
    loop_wait: ${pace.loopWait}
    retry_timeout: ${pace.retryTimeout}
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 100
        shared_buffers: 64MB
        wal_keep_size: 512MB
  initdb: [encoding: UTF8, locale: C.UTF-8, data-checksums]
postgresql:
  listen: 127.0.0.1:${ports.postgres}
  connect_address: 127.0.0.1:${ports.nodeLink}
  data_dir: ${room}/data
  bin_dir: ${programs}
  pgpass: ${room}/pgpass
  use_unix_socket: true
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  parameters:
    unix_socket_directories: ${room}
  pg_hba:
    - local all all scram-sha-256
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication replicator 127.0.0.1/32 scram-sha-256
  authentication:
    superuser: { username: postgres, password: ${passwords.postgres} }
    replication: { username: replicator, password: ${passwords.replicator} }
`;
