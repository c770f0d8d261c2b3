// Exits with 0 if the process in this container is ready: for the HEALTHCHECK of the images, which have no shell and no curl.
const { ROLE, PORT = "8000", METRICS_PORT } = process.env;
const port = ROLE === "worker" ? METRICS_PORT : PORT;
const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(4_000) }).then(
	({ ok }) => ok,
	() => false,
);
process.exit(isReady ? 0 : 1);
