#pragma once
#include <stdint.h>

/* An SQLite file system for tests, called "unsynced": what is written stays in memory until it is
 * synced, as in a disk's cache. Switching the power off forgets it. One connection at a time. */

/* Registers the file system; call it before the first use. 0 on success. */
int unsynced_register(void);

/* Takes the power away: what was not synced is forgotten, and every later write and sync fails.
 * With a seed other than 0, each unsynced piece of 512 bytes survives with probability one half,
 * in no order, as a disk may have it. */
void unsynced_power_off(uint64_t seed);

/* Gives the power back; files must be opened again. */
void unsynced_power_on(void);

/* Lets every write after the next `count` fail with an SQLite error number; 0 lets all succeed. */
void unsynced_fail_after(int64_t count, int error);

/* How many syncs there were since the file system was registered. */
int64_t unsynced_syncs(void);
