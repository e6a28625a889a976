// The seconds that tinyobjloader takes for a file, the best of TIMES (3); the file is in the cache.
//
//     tinyobj FILE [TIMES]
#include <tiny_obj_loader.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    double least = 1e9;
    int times = argc > 2 ? std::atoi(argv[2]) : 3;
    for (int i = 0; i < times; i++) {
        tinyobj::ObjReader reader;
        auto start = std::chrono::steady_clock::now();
        if (!reader.ParseFromFile(argv[1]))
            return 1;
        std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        least = seconds.count() < least ? seconds.count() : least;
    }
    std::printf("%f\n", least);
    return 0;
}
