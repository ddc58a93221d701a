/* Set-up and loop of the lights, for the sketch. */
#ifndef RINGSIDE_APP_H
#define RINGSIDE_APP_H

#ifdef __cplusplus
extern "C" {
#endif

void ringside_setup(void);
void ringside_loop(void);

#ifdef __cplusplus
}
#endif

#endif
