import { startPractice } from "./practice.ts";

const httpPort = Number(process.env.PRACTICE_PORT ?? 8099);
if (!Number.isInteger(httpPort) || httpPort < 1 || httpPort > 65_534) {
	console.error("PRACTICE_PORT has to be a port number from 1 to 65534; https takes the next one.");
	process.exit(1);
}
const practice = await startPractice({ httpPort, httpsPort: httpPort + 1 });
console.log(`Practice target: ${practice.urls.join(" and ")} (this machine only)`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void practice.close());
