/** The package has no types. What the tests use of it. */
declare module "@20minutes/s3rver" {
	import type { RequestListener } from "node:http";

	export default class S3rver {
		constructor(options: {
			directory: string;
			silent: boolean;
			vhostBuckets: boolean;
			configureBuckets: { name: string }[];
		});
		configureBuckets(): Promise<unknown>;
		callback(): RequestListener;
	}
}
