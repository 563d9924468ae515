import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

export interface NginxOptions {
  readonly program: string;
  readonly port: number;
  /** The service's address. */
  readonly service: string;
  /** What the service allows. nginx does not learn it: somebody must know it, and must change it when it changes. */
  readonly perSecond: number | undefined;
}

/** An nginx as the caching proxy of a firm. */
export interface RunningNginx {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/**
 * What a firm can do with nginx alone: POST is cached by the whole body, equal requests wait for the first, and what is not
 * in the cache waits for its turn at the known pace, in a second server behind the cache, because a limit before the cache
 * would slow down cached answers too.
 */
const configuration = (folder: string, { port, service, perSecond }: NginxOptions): string => `
daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 8192; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_timeout 75s;
  keepalive_requests 100000;
  client_max_body_size 1m;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_read_timeout 300s;
  # What a client no longer waits for is for the others.
  proxy_ignore_client_abort on;
  # The key of an answer must fit in it, or the answer is not kept: a body of 500 names has 30 kB.
  proxy_buffer_size 128k;
  proxy_buffers 16 128k;
  proxy_busy_buffers_size 256k;
  proxy_cache_path ${folder}/cache levels=1:2 keys_zone=answers:64m max_size=4g inactive=20m use_temp_path=off;
  ${perSecond === undefined ? "" : `limit_req_zone $server_name zone=pace:1m rate=${perSecond}r/s;`}
  upstream service { server ${new URL(service).host}; keepalive 100; }
  upstream paced { server unix:${folder}/paced.sock; keepalive 256; }
  server {
    listen unix:${folder}/paced.sock;
    server_name paced;
    location / {
      ${perSecond === undefined ? "" : `limit_req zone=pace burst=20000 delay=${perSecond - 1};`}
      proxy_pass http://service;
    }
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    # The body must be in memory to be part of the key.
    client_body_buffer_size 1m;
    client_body_in_single_buffer on;
    location = /oauth/token { proxy_pass http://service; }
    location / {
      proxy_pass http://paced;
      proxy_cache answers;
      proxy_cache_methods GET HEAD POST;
      proxy_cache_key "$request_method $request_uri $request_body";
      proxy_cache_valid 200 15m;
      # The service says no-store: the firm decides that its analysts share.
      proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
      proxy_cache_lock on;
      proxy_cache_lock_age 300s;
      proxy_cache_lock_timeout 300s;
    }
  }
}
`;

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

export const startNginx = async (options: NginxOptions): Promise<RunningNginx> => {
  const folder = mkdtempSync(path.join(tmpdir(), "nginx-"));
  mkdirSync(path.join(folder, "cache"));
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, options));
  const child = spawn(options.program, ["-p", folder, "-e", path.join(folder, "error.log"), "-c", file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const endWithParent = (): void => void child.kill("SIGTERM");
  process.once("exit", endWithParent);
  while (!(await isListening(options.port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    origin: `http://127.0.0.1:${options.port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      process.off("exit", endWithParent);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
