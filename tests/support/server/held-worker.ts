// The worker process of held-server.ts.
import { runWorkerProcess } from "#server/app/worker-process/run-worker-process.ts";
import { heldParts, PATIENT } from "./held-parts.ts";

runWorkerProcess(heldParts, PATIENT);
