/* Preloaded: the wall clock is off by the seconds that the file KIERROS_CLOCK holds, as 8 bytes. It goes on evenly. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long long *offset;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("KIERROS_CLOCK");
    int file = path ? open(path, O_RDONLY) : -1;
    real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    if (file < 0)
        return;
    void *found = mmap(NULL, sizeof(long long), PROT_READ, MAP_SHARED, file, 0);
    if (found != MAP_FAILED)
        offset = found;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (!real)
        begin();
    int result = real(clock, now);
    if (!result && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += *offset;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec found;
    (void)zone;
    int result = clock_gettime(CLOCK_REALTIME, &found);
    now->tv_sec = found.tv_sec;
    now->tv_usec = found.tv_nsec / 1000;
    return result;
}

time_t time(time_t *kept)
{
    struct timespec found;
    clock_gettime(CLOCK_REALTIME, &found);
    if (kept)
        *kept = found.tv_sec;
    return found.tv_sec;
}
