import { startS3 } from "../s3/s3-server.ts";

let inS3 = false;

/** Has the tests that are imported afterwards keep files in S3. */
export const keepFilesInS3 = (): void => {
	inS3 = true;
};

/** Settings of where files are kept: in the database, unless the file of tests says otherwise. */
export const fileStore = async (): Promise<Record<string, string>> => (inS3 ? (await startS3()).env : {});
