import { createProductDeps } from "../product-deps.ts";
import { runWorkerProcess } from "./run-worker-process.ts";

runWorkerProcess(createProductDeps);
