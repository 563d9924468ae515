declare module "autocannon" {
  interface Options {
    url: string;
    method: "GET" | "POST";
    headers: Readonly<Record<string, string>>;
    body?: string;
    connections: number;
    duration: number;
    workers: number;
    timeout: number;
  }
  interface Result {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    errors: number;
    non2xx: number;
  }
  const autocannon: (options: Options) => Promise<Result>;
  // eslint-disable-next-line no-restricted-syntax -- the package has this one default export
  export default autocannon;
}
