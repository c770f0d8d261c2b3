/** The package has no types. These cover what the tests use. */
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
