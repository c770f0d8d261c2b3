import { keepFilesInS3 } from "../../../support/server/file-store.ts";

// The same tests, with the bytes of files in S3.
keepFilesInS3();
await import("./evidence.test.ts");
