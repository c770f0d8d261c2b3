import {
	actors,
	OTHERS,
	testCallsForOtherWorkspace,
	testSealedCalls,
	testThatTheOtherIsAsItWas,
} from "#tests/support/workspaces/calls-for-others.ts";

/** An owner and a stranger are in `operations.test.ts`. */
testCallsForOtherWorkspace(OTHERS.filter(({ called }) => called !== "owner" && called !== "stranger"));

testSealedCalls(actors.filter(({ called }) => called !== "guest"));

testThatTheOtherIsAsItWas();
