import { startS3 } from "../s3/s3-server.ts";

let inS3 = false;

/** Makes the tests that are imported afterward keep files in S3. */
export const keepFilesInS3 = (): void => {
	inS3 = true;
};

/** Settings for where files are kept: in the database, unless the test file says otherwise. */
export const fileStore = async (): Promise<Record<string, string>> => (inS3 ? (await startS3()).env : {});
